# Every header in memetik/goals defines one kind of goal, named after its file: look_at.hpp defines LookAt.
# Each is compiled separately (or all in two units, with MEMETIK_UNITY); all_kernels lists them.
file(GLOB goal_headers CONFIGURE_DEPENDS include/memetik/goals/*.hpp)
set(goal_sources ${CMAKE_CURRENT_BINARY_DIR}/goals)
set(goal_group 0)
foreach(header IN LISTS goal_headers)
  get_filename_component(name ${header} NAME_WE)
  string(REPLACE "_" ";" words ${name})
  set(struct "")
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND struct ${first}${rest})
  endforeach()
  file(CONFIGURE OUTPUT ${goal_sources}/${name}.cpp CONTENT [=[
#include "memetik/goals/@name@.hpp"

namespace memetik {
extern const Kernel kernel_of_@name@;
const Kernel kernel_of_@name@ = kernel_of<goals::@struct@>("@name@");
}  // namespace memetik
]=] @ONLY)
  list(APPEND MEMETIK_SOURCES ${goal_sources}/${name}.cpp)
  math(EXPR goal_group "(${goal_group} + 1) % 2") # one for each of two processors
  set_source_files_properties(${goal_sources}/${name}.cpp PROPERTIES UNITY_GROUP goals_${goal_group})
  string(APPEND goal_declarations "extern const Kernel kernel_of_${name};\n")
  string(APPEND goal_list "      &kernel_of_${name},\n")
endforeach()
file(CONFIGURE OUTPUT ${goal_sources}/all_kernels.cpp CONTENT [=[
#include "memetik/objective/kernel.hpp"

namespace memetik {
@goal_declarations@
std::span<const Kernel* const> all_kernels() {
  static constexpr const Kernel* kernels[] = {
@goal_list@  };
  return kernels;
}
}  // namespace memetik
]=] @ONLY)
list(APPEND MEMETIK_SOURCES ${goal_sources}/all_kernels.cpp)
