# Windows: an NSIS installer with Qt's libraries beside the programs. Written from the manuals of CMake and Qt; it has
# not been run, because the project has no Windows machine. See installer/README.md.
set_target_properties(touchline PROPERTIES WIN32_EXECUTABLE ON)
qt_generate_deploy_app_script(TARGET touchline FILENAME_VARIABLE hl_deploy NO_UNSUPPORTED_PLATFORM_ERROR)
install(SCRIPT ${hl_deploy})

set(CPACK_GENERATOR NSIS)
set(CPACK_PACKAGE_INSTALL_DIRECTORY Touchline)
set(CPACK_PACKAGE_EXECUTABLES touchline Touchline)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_NSIS_DISPLAY_NAME Touchline)
set(CPACK_NSIS_PACKAGE_NAME Touchline)
set(CPACK_NSIS_MUI_ICON ${hl_described}/icons/touchline.ico)
set(CPACK_NSIS_MUI_UNIICON ${hl_described}/icons/touchline.ico)
set(CPACK_NSIS_INSTALLED_ICON_NAME bin/touchline.exe)
set(CPACK_NSIS_MUI_FINISHPAGE_RUN touchline.exe)
set(CPACK_NSIS_ENABLE_UNINSTALL_BEFORE_INSTALL ON)
set(CPACK_NSIS_MANIFEST_DPI_AWARE ON)
