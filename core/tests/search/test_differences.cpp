#include "memetik/search/local/differences.hpp"
#include "random_goals.hpp"

using namespace memetik;

TEST(differences_equal_the_gradient_with_full_and_incremental_kinematics) {
  for_each_example(40, 8, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    const Problem problem(tree, plain(goals));
    Objective<double> exact(problem), whole(problem), part(problem);
    Cost cost(exact);
    Differences by_sweeps(whole, false), by_changes(part, true);
    const std::size_t count = problem.active().size();
    std::vector<double> expected(count), sweeps(count), changes(count);
    for (int move = 0; move < 3; ++move) {
      std::vector<double> here = q;
      if (move > 0) here = inside_limits(random, tree);
      const auto wanted = cost.at(here.data(), expected.data());
      const auto found = by_sweeps.at(here.data(), sweeps.data());
      const auto again = by_changes.at(here.data(), changes.data());
      CHECK_NEAR(found.value, wanted.value, 1e-9 * (1 + wanted.value));
      CHECK_NEAR(again.value, wanted.value, 1e-9 * (1 + wanted.value));
      for (std::size_t c = 0; c < count; ++c) {
        // a step of 1e-7 leaves half of the digits, fewer for long chains and far targets
        const double tolerance = 5e-3 * (1 + std::abs(expected[c]));
        CHECK_NEAR(sweeps[c], expected[c], tolerance);
        CHECK_NEAR(changes[c], expected[c], tolerance);
      }
    }
    CHECK(by_sweeps.evaluations() == static_cast<int>(count) + 1);
  });
}
