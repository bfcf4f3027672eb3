#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "check.hpp"
#include "memetik/objective/problem.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// Which variables may move; all variables of a joint are treated alike.
std::vector<bool> random_joints(Random& random, const Tree& tree) {
  std::vector<bool> movable(static_cast<std::size_t>(tree.dof()), false);
  for (int i = 0; i < tree.segment_count(); ++i) {
    const Segment& s = tree.segment(i);
    const bool moves = random.integer(2) == 0;
    for (int c = 0; c < variable_count(s.kind); ++c)
      movable[static_cast<std::size_t>(s.variable + c)] = moves;
  }
  return movable;
}

}  // namespace

TEST(rows_are_shared_out_without_gaps_in_the_order_of_priorities) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto&) {
    std::vector<Goal> wanted = plain(goals);
    for (Goal& goal : wanted) goal.priority = static_cast<Priority>(random.integer(3));
    const Problem problem(tree, wanted);
    std::vector<int> owners(static_cast<std::size_t>(problem.rows()), 0);
    for (const Goal& goal : problem.goals()) {
      CHECK(goal.decides_success() ? goal.row + goal.rows <= problem.primary_rows()
                                   : goal.row >= problem.primary_rows());
      CHECK(goal.priority == Priority::required ? goal.row + goal.rows <= problem.required_rows()
                                                : goal.row >= problem.required_rows());
      for (int r = 0; r < goal.rows; ++r) ++owners[static_cast<std::size_t>(goal.row + r)];
    }
    for (const int count : owners) CHECK(count == 1);
    std::vector<int> parameter_owners(problem.parameters().size(), 0);
    for (const Goal& goal : problem.goals())
      for (int i = 0; i < goal.parameter_count; ++i)
        ++parameter_owners[static_cast<std::size_t>(goal.parameter + i)];
    for (const int count : parameter_owners) CHECK(count == 1);
  });
}

TEST(active_variables_are_those_that_move_a_goal_ascending) {
  for_each_example(40, 12, [](Random& random, const Tree& tree, const auto&, const auto& q) {
    const RandomGoal goal = random_pose(random, tree, q, GoalKind::pose, false, false);
    const Problem problem(tree, {goal.goal});
    Kinematics<double> kinematics(tree);
    CHECK(std::is_sorted(problem.active().begin(), problem.active().end()));
    for (std::size_t v = 0; v < q.size(); ++v) {
      auto moved = q;
      moved[v] += 0.3;
      const bool moves =
          distance(pose_at(tree, goal.goal.links[0], q), pose_at(tree, goal.goal.links[0], moved)) > 1e-9;
      const int column = problem.columns()[v];
      if (moves) CHECK(column >= 0);
      if (column >= 0) CHECK(problem.active()[static_cast<std::size_t>(column)] == static_cast<int>(v));
    }
  });
}

TEST(variables_that_may_not_move_get_no_column_and_the_others_keep_theirs) {
  for_each_example(20, 12, [](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    const std::vector<bool> movable = random_joints(random, tree);
    const Problem some(tree, plain(goals), movable), all(tree, plain(goals));
    Objective<double> a(some), b(all);
    a.linearize(q.data(), Scope::all);
    b.linearize(q.data(), Scope::all);
    CHECK(a.cost() == b.cost());
    for (std::size_t v = 0; v < movable.size(); ++v) {
      const int mine = some.columns()[v], theirs = all.columns()[v];
      CHECK((mine >= 0) == (movable[v] && theirs >= 0));
      if (mine < 0) continue;
      CHECK(a.gradient()[mine] == b.gradient()[theirs]);
      for (int r = 0; r < some.rows(); ++r) CHECK(a.column(mine)[r] == b.column(theirs)[r]);
    }
  });
}

TEST(a_variable_whose_limits_meet_is_not_active) {
  Arm arm = panda();
  arm.lower[2] = arm.upper[2] = 0.5;
  const Tree tree = arm.tree();
  GoalSpec goal;
  goal.links = {arm.tip()};
  const Problem problem(tree, {goal});
  CHECK(problem.active().size() == 6 && problem.columns()[2] == -1);
}

TEST(links_are_listed_once) {
  const Tree tree = panda().tree();
  GoalSpec pose, position;
  pose.links = position.links = {8};
  position.kind = GoalKind::position;
  position.by_axis = true;
  position.frame = 3;
  const Problem problem(tree, {pose, position, pose});
  CHECK(problem.links().size() == 2 && problem.rows() == 15);
}

TEST(external_goals_are_known_to_the_problem) {
  Random random(1);
  const Tree tree = panda().tree();
  const auto q = inside_limits(random, tree);
  RandomGoal external = random_external(random, tree, q, false);
  CHECK(Problem(tree, {external.goal}).has_external() && !Problem(tree, {external.goal}).has_python());
  external.goal.on_calling_thread = true;
  CHECK(Problem(tree, {external.goal}).has_python());
  CHECK(!Problem(tree, {random_stay_close(random, tree, q).goal}).has_external());
}

TEST(a_list_of_movable_variables_must_have_the_right_length) {
  const Tree tree = panda().tree();
  GoalSpec goal;
  goal.links = {8};
  CHECK_THROWS(Problem(tree, {goal}, std::vector<bool>(6, true)), std::invalid_argument);
}

namespace {

// A few goals of any kind, some of them secondary.
template <class Visit>
void for_each_problem(unsigned count, int joints, Visit visit) {
  for_each_example(count, joints, [&](Random& random, const Tree& tree, const auto& goals, const auto& q) {
    for (int k = 0; k < 8; ++k) {
      std::vector<Goal> some;
      for (const RandomGoal& goal : goals) {
        if (random.integer(3) > 0) continue;
        some.push_back(goal.goal);
        some.back().priority = static_cast<Priority>(random.integer(3));
      }
      if (!some.empty())
        visit(random, Problem(tree, some, k % 2 ? random_joints(random, tree) : std::vector<bool>{}), q);
    }
  });
}

std::set<int> rows_of(std::span<const RowRange> ranges) {
  std::set<int> rows;
  for (const RowRange& range : ranges)
    for (int row = range.first; row < range.last; ++row) rows.insert(row);
  return rows;
}

}  // namespace

TEST(a_variable_changes_no_row_outside_its_support) {
  long inside = 0, outside = 0;
  for_each_problem(30, 12, [&](Random& random, const Problem& problem, const std::vector<double>& q) {
    Objective<double> objective(problem);
    objective.linearize(q.data(), Scope::all);
    const std::vector<double> before(objective.residuals(), objective.residuals() + problem.rows());
    for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
      const auto rows = rows_of(problem.support(c));
      for (int row = 0; row < problem.rows(); ++row) {
        if (!rows.contains(row)) CHECK(objective.column(c)[row] == 0);
        (rows.contains(row) ? inside : outside) += 1;
      }
    }
    Objective<double> moved(problem);
    for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
      auto other = q;
      other[static_cast<std::size_t>(problem.active()[static_cast<std::size_t>(c)])] +=
          random.uniform(0.1, 0.5);
      moved.evaluate(other.data(), Scope::all);
      const auto rows = rows_of(problem.support(c));
      for (int row = 0; row < problem.rows(); ++row)
        if (!rows.contains(row)) CHECK(moved.residuals()[row] == before[static_cast<std::size_t>(row)]);
    }
  });
  CHECK(inside > 10000 && outside > 10000);
}

TEST(support_ascends_and_its_primary_part_comes_first) {
  for_each_problem(30, 12, [](Random&, const Problem& problem, const auto&) {
    for (int c = 0; c < static_cast<int>(problem.active().size()); ++c) {
      int last = 0;
      for (const RowRange& range : problem.support(c)) {
        CHECK(range.first >= last && range.first < range.last && range.last <= problem.rows());
        CHECK(range.last <= problem.primary_rows() || range.first >= problem.primary_rows());
        last = range.last;
      }
      CHECK(!problem.support(c).empty());
      const auto all = rows_of(problem.support(c)), primary = rows_of(problem.primary_support(c));
      const std::set<int> expected(all.begin(), all.lower_bound(problem.primary_rows()));
      CHECK(primary == expected);
    }
  });
}

// The reference eliminates the sparsity pattern of J^T J from the last variable to the first.
TEST(coupled_variables_are_those_that_elimination_meets_and_no_others) {
  int filled = 0;
  for_each_problem(40, 14, [&](Random&, const Problem& problem, const auto&) {
    if (!problem.eliminates_variables()) return;
    const std::size_t n = problem.active().size();
    std::vector<std::vector<bool>> matrix(n, std::vector<bool>(n, false));
    std::vector<std::set<int>> rows;
    for (std::size_t c = 0; c < n; ++c) rows.push_back(rows_of(problem.primary_support(static_cast<int>(c))));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        matrix[i][j] =
            std::any_of(rows[i].begin(), rows[i].end(), [&](int row) { return rows[j].contains(row); });
    const auto sparse = matrix;
    for (std::size_t k = n; k-- > 0;)
      for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (matrix[k][i] && matrix[k][j]) matrix[i][j] = true;
    filled += matrix != sparse;
    for (std::size_t c = 0; c < n; ++c) {
      std::vector<int> expected;
      for (std::size_t j = 0; j < c; ++j)
        if (matrix[c][j]) expected.push_back(static_cast<int>(j));
      const auto coupled = problem.coupled(static_cast<int>(c));
      CHECK(std::equal(coupled.begin(), coupled.end(), expected.begin(), expected.end()));
    }
  });
  CHECK(filled > 3);
}
