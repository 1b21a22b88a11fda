# One interface target carries every flag and define; every library and program links it.
add_library(hl_options INTERFACE)
target_compile_features(hl_options INTERFACE cxx_std_20)
# Core headers are written "num/decimal.h"; those of app and ui from the root of the tree.
target_include_directories(hl_options INTERFACE ${CMAKE_SOURCE_DIR}/core)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(hl_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wcast-qual -Wformat=2 -Wimplicit-fallthrough
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op -Wsuggest-override>
  # GCC 12 reports the insides of std::string at -O2.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  $<$<BOOL:${HL_WERROR}>:-Werror>
  -fstack-protector-strong
  $<$<CONFIG:Debug>:-D_GLIBCXX_ASSERTIONS>
  $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
target_link_options(hl_options INTERFACE -Wl,-z,relro,-z,now)
if(HL_SANITIZE)
  target_compile_options(hl_options INTERFACE -fsanitize=${HL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(hl_options INTERFACE -fsanitize=${HL_SANITIZE})
endif()
if(HL_FUZZ)
  # So that libFuzzer sees which lines of the libraries an input reaches.
  target_compile_options(hl_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(HL_COVERAGE)
  # Atomic, because threads count in the same places.
  target_compile_options(hl_options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(hl_options INTERFACE --coverage)
endif()
target_compile_definitions(hl_options INTERFACE HL_VERSION="${PROJECT_VERSION}")

add_library(hl_qt_options INTERFACE)
target_compile_definitions(hl_qt_options INTERFACE
  QT_NO_KEYWORDS QT_NO_FOREACH QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY
  QT_NO_URL_CAST_FROM_STRING QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_USE_QSTRINGBUILDER
  QT_STRICT_ITERATORS QT_DISABLE_DEPRECATED_BEFORE=0x060400)
