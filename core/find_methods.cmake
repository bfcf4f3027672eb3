# Every file in src/search/methods is a method, named as its file: de.cpp defines SearchMethod methods::de(). The
# list of them is what the core knows. Parts of methods are in folders below.
file(GLOB method_files CONFIGURE_DEPENDS src/search/methods/*.cpp)
foreach(file IN LISTS method_files)
  get_filename_component(name ${file} NAME_WE)
  string(APPEND method_declarations "SearchMethod ${name}();\n")
  string(APPEND method_list "      named(\"${name}\", methods::${name}()),\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/all_methods.cpp CONTENT [=[
#include "memetik/search/methods/shared/method.hpp"

namespace memetik {

namespace methods {
@method_declarations@}  // namespace methods

namespace {
SearchMethod named(const char* name, SearchMethod method) {
  method.name = name;
  return method;
}
}  // namespace

std::span<const SearchMethod> all_methods() {
  static const SearchMethod all[] = {
@method_list@  };
  return all;
}

}  // namespace memetik
]=] @ONLY)
list(APPEND MEMETIK_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/all_methods.cpp)
