#include <set>
#include <string>
#include <type_traits>

#include "check.hpp"
#include "memetik/search/solution.hpp"
#include "memetik/search/solve_options.hpp"

using namespace memetik;

TEST(every_option_has_a_name_of_its_own_and_a_default_within_its_range) {
  std::set<std::string> names;
  const SolveOptions defaults;
  visit_options(defaults, [&](const char* name, const auto& value, const auto& range) {
    CHECK(names.insert(name).second);
    CHECK(range.min <= value && value <= range.max && range.min < range.max);
  });
}

TEST(visitors_can_write_options_and_fields) {
  SolveOptions options;
  visit_options(options, [](const char*, auto& value, const auto& range) { value = range.max; });
  CHECK(options.max_evaluations == std::int64_t{1} << 62 && options.dt == 1e6 && options.trace);
  SolutionFields fields;
  int visited = 0;
  visit_fields(fields, [&](const char*, auto& value) {
    value = static_cast<std::remove_reference_t<decltype(value)>>(++visited);
  });
  CHECK(fields.stage == static_cast<Stage>(3) && fields.cost == 4);
}
