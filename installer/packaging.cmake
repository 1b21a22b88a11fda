# What `cmake --install` puts where, and the packages CPack makes of it. `./dev package` builds the .deb.
set(hl_installer ${CMAKE_CURRENT_LIST_DIR})
set(hl_described ${CMAKE_BINARY_DIR}/described)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Manual pages and completions are what --help of the finished programs says, so they cannot disagree.
add_custom_command(OUTPUT ${hl_described}/stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${hl_described}
  COMMAND ${Python3_EXECUTABLE} ${hl_installer}/describe.py --bin $<TARGET_FILE_DIR:touchline> --out ${hl_described}
  COMMAND ${Python3_EXECUTABLE} ${hl_installer}/icons.py --out ${hl_described}/icons
  COMMAND ${CMAKE_COMMAND} -E touch ${hl_described}/stamp
  DEPENDS touchline touchline-cli ${hl_installer}/describe.py ${hl_installer}/icons.py ${hl_installer}/man/touchline.1.in
    ${hl_installer}/man/touchline-cli.1.in ${hl_installer}/linux/changelog ${hl_installer}/linux/org.touchline.Touchline.svg
    ${hl_installer}/linux/org.touchline.Touchline.metainfo.xml
  COMMENT "Manual pages, completions and icons" VERBATIM)
# A sanitizer's build is never packaged, and its reports at exit would fail the description.
if(HL_SANITIZE)
  add_custom_target(package-files DEPENDS ${hl_described}/stamp)
else()
  add_custom_target(package-files ALL DEPENDS ${hl_described}/stamp)
endif()

install(TARGETS touchline touchline-cli
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} BUNDLE DESTINATION .)

set(CPACK_PACKAGE_NAME touchline)
set(CPACK_PACKAGE_VENDOR "The Touchline authors")
# .invalid is reserved and reaches nobody: who publishes packages gives an address of their own.
set(HL_PACKAGE_CONTACT "The Touchline authors <maintainers@touchline.invalid>" CACHE STRING "Maintainer of the packages")
set(CPACK_PACKAGE_CONTACT ${HL_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "trading terminal for the Hyperliquid exchange")
set(CPACK_PACKAGE_DESCRIPTION "Live order books, orders that you sign yourself and whose state is the truth
or says Unknown, an embedded practice venue, replay of recorded sessions. The
package holds the terminal (touchline) and its command-line companion
(touchline-cli).")
set(CPACK_STRIP_FILES ON)

if(WIN32)
  include(${hl_installer}/windows.cmake)
elseif(APPLE)
  include(${hl_installer}/macos.cmake)
else()
  include(${hl_installer}/linux.cmake)
endif()
include(CPack)
