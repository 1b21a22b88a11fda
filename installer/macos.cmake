# macOS: a disk image with the bundle to drag. Written from the manuals of CMake and Qt; it has not been run, because the
# project has no Mac. It is neither signed nor notarised. See installer/README.md.
set_target_properties(touchline PROPERTIES
  MACOSX_BUNDLE ON
  MACOSX_BUNDLE_BUNDLE_NAME Touchline
  MACOSX_BUNDLE_GUI_IDENTIFIER org.touchline.Touchline
  MACOSX_BUNDLE_BUNDLE_VERSION ${PROJECT_VERSION}
  MACOSX_BUNDLE_SHORT_VERSION_STRING ${PROJECT_VERSION}
  MACOSX_BUNDLE_ICON_FILE touchline.icns)
install(FILES ${hl_described}/icons/touchline.icns DESTINATION touchline.app/Contents/Resources)
qt_generate_deploy_app_script(TARGET touchline FILENAME_VARIABLE hl_deploy NO_UNSUPPORTED_PLATFORM_ERROR)
install(SCRIPT ${hl_deploy})

set(CPACK_GENERATOR DragNDrop)
set(CPACK_DMG_VOLUME_NAME Touchline)
set(CPACK_DMG_FORMAT UDZO)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DMG_SLA_USE_RESOURCE_FILE_LICENSE OFF)
