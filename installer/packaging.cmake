# What `cmake --install` puts where, and the packages CPack makes of it. `./dev package` builds the .deb.
set(hl_installer ${CMAKE_CURRENT_LIST_DIR})
foreach(program touchline touchline-cli)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
install(FILES ${hl_installer}/linux/org.touchline.Touchline.desktop
  DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${hl_installer}/linux/org.touchline.Touchline.metainfo.xml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${hl_installer}/linux/org.touchline.Touchline.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${hl_installer}/linux/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/touchline)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME touchline)
set(CPACK_PACKAGE_VENDOR "The Touchline authors")
set(CPACK_PACKAGE_CONTACT "The Touchline authors <touchline@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "trading terminal for the Hyperliquid exchange")
set(CPACK_PACKAGE_DESCRIPTION "Live order books, orders that you sign yourself and whose state is the truth or says
Unknown, an embedded practice venue, replay of recorded sessions. The package
holds the terminal (touchline) and its command-line companion (touchline-cli).")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-jetbrains-mono, ledger-wallets-udev")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
