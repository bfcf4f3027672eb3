// The list of methods: each has options that take their own defaults, and makes engines that solve.
#include <set>

#include "check.hpp"
#include "goal_spec.hpp"
#include "memetik/search/methods/shared/method.hpp"
#include "search/slides.hpp"

using namespace memetik;

namespace {

Solution solve(const EngineFactory& factory, int threads) {
  const Tree tree = slides({-1, -1}, {1, 1});
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {2};
  goal.target = {0, 0, 0.5};
  goal.tolerance[0] = 1e-3;
  const Problem problem(tree, {goal});
  const StartSources sources(problem);
  const auto engine = factory.make({problem, sources});
  const std::vector<double> start{0.2, 0.2};
  const Query query{
      .parameters = problem.parameters(), .start = start, .options = {.max_evaluations = 100'000}};
  Solution solution;
  Stop stop;
  solution.q.resize(2);
  engine->solve(query, solution, stop, threads);
  return solution;
}

OptionValues defaults_of(const SearchMethod& method) {
  OptionValues values;
  for (const Option& option : method.options) values[option.name] = option.default_value;
  return values;
}

}  // namespace

TEST(methods_and_their_options_have_names_of_their_own) {
  std::set<std::string_view> names;
  for (const SearchMethod& method : all_methods()) {
    CHECK(names.insert(method.name).second);
    CHECK(&find_method(method.name) == &method);
    std::set<std::string> options;
    for (const Option& option : method.options) CHECK(options.insert(option.name).second);
  }
  CHECK(names.size() >= 15);
  CHECK_THROWS(find_method("none"), std::invalid_argument);
}

TEST(every_option_allows_its_default) {
  for (const SearchMethod& method : all_methods())
    for (const Option& option : method.options) CHECK(option.allows(option.default_value));
}

TEST(every_method_solves_with_its_defaults_given_or_not) {
  for (const SearchMethod& method : all_methods()) {
    const Solution solution = solve(method.with({}), 2), same = solve(method.with(defaults_of(method)), 2);
    CHECK(solution.status == Status::solved);
    CHECK(solution.q == same.q && solution.evaluations == same.evaluations);
  }
}

TEST(contradicting_values_are_refused) {
  for (const char* name : {"bioik", "ga", "hgsa", "pickik"})
    CHECK_THROWS(find_method(name).with({{"elites", std::int64_t{20}}, {"population", std::int64_t{10}}}),
                 std::invalid_argument);
}
