# Places of the Filesystem Hierarchy Standard, and the .deb.
# Qt's project setup asks for an $ORIGIN path; system libraries need none, and a package may not carry one.
set_target_properties(touchline touchline-cli PROPERTIES INSTALL_RPATH "")
install(FILES ${hl_installer}/linux/org.touchline.Touchline.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${hl_installer}/linux/org.touchline.Touchline.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${hl_installer}/linux/org.touchline.Touchline.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
foreach(size 32 48 64 128 256)
  install(FILES ${hl_described}/icons/${size}.png RENAME org.touchline.Touchline.png
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
endforeach()
install(FILES ${hl_installer}/linux/copyright ${hl_described}/doc/changelog.gz
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/touchline)
install(FILES ${hl_described}/man/touchline.1.gz ${hl_described}/man/touchline-cli.1.gz
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${hl_described}/bash/touchline ${hl_described}/bash/touchline-cli
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${hl_described}/zsh/_touchline ${hl_described}/zsh/_touchline-cli
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${hl_described}/fish/touchline.fish ${hl_described}/fish/touchline-cli.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Plugins that are loaded and not linked. TLS and xcb come with the libraries themselves.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, fonts-inter, fonts-jetbrains-mono, ledger-wallets-udev, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
