#include <deque>

#include "arms.hpp"
#include "check.hpp"
#include "goal_spec.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/search/restarts.hpp"
#include "search/serial_chains.hpp"

using namespace memetik;

namespace {

// A small table, so that the tests are quick with sanitizers too.
constexpr StartTableOptions small = {.shape = {4, 6, 4}, .candidates = 4, .draws = 3'000};
constexpr double turn = 2 * std::numbers::pi;

std::vector<double> random_configuration(const Tree& tree, RandomStream& random) {
  std::vector<double> q;
  for (const Variable& v : tree.variables())
    q.push_back(random.uniform(std::max(v.lower, -turn), std::min(v.upper, turn)));
  return q;
}

GoalSpec pose_goal(const Tree& tree, int link) {
  GoalSpec goal;
  goal.links = {link};
  goal.rotation_scale = 0.2 * tree.reach();
  return goal;
}

std::vector<double> parameters_for(const Problem& problem, const Frame<double>& pose) {
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  set_target(problem.goals()[0], matrix_of(pose).data(), parameters.data());
  return parameters;
}

double difference_of_angles(double a, double b) { return std::abs(std::remainder(a - b, turn)); }

// A table and a problem that it can serve.
struct Served {
  explicit Served(const Tree& tree, int tip)
      : link(tip), problem(tree, {pose_goal(tree, tip)}), table(tree, tip, small) {}

  StartTable::Lookup find(const std::vector<double>& q) const {
    return table.find(table.goal_of(problem), parameters_for(problem, pose_at(problem.tree(), link, q)));
  }

  int link;
  Problem problem;
  StartTable table;
};

// Calls visit(served, q of a random target, its lookup in the table).
template <class Visit>
void for_random_targets(const Tree& tree, int link, int count, Visit visit) {
  const Served served(tree, link);
  RandomStream random(5);
  for (int i = 0; i < count; ++i) {
    const auto q = random_configuration(tree, random);
    visit(served, q, served.find(q));
  }
}

// One attempt per target.
class OneAttempt final : public QuerySource {
 public:
  OneAttempt(const Problem& problem, int count) : neutral_(middle(problem.tree())) {
    RandomStream random(7);
    for (int i = 0; i < count; ++i)
      targets_.push_back(parameters_for(problem, pose_at(problem.tree(), problem.links()[0],
                                                         random_configuration(problem.tree(), random))));
  }
  const Query* next() override {
    if (next_ == targets_.size()) return nullptr;
    queries_.push_back({.parameters = targets_[next_++],
                        .start = neutral_,
                        .start_given = false,
                        .options = {.max_evaluations = 1}});
    return &queries_.back();
  }
  void receive(const Query&, Solution& solution) override { solved_ += solution.status == Status::solved; }
  int solved() const { return solved_; }

 private:
  static std::vector<double> middle(const Tree& tree) {
    std::vector<double> q;
    for (const Variable& v : tree.variables()) q.push_back(0.5 * (v.lower + v.upper));
    return q;
  }
  std::vector<double> neutral_;
  std::vector<std::vector<double>> targets_;
  std::deque<Query> queries_;
  std::size_t next_ = 0;
  int solved_ = 0;
};

}  // namespace

TEST(the_first_start_of_a_table_solves_most_targets) {
  for (const Arm& arm : {ur5(), panda()}) {
    const Tree tree = arm.tree();
    const Served served(tree, arm.tip());
    const StartSources sources(served.problem, &served.table);
    Restarts restarts(served.problem, sources);
    constexpr int count = 500;
    OneAttempt source(served.problem, count);
    Stop stop;
    restarts.run(source, {.budget = 1}, stop);
    CHECK(source.solved() > 0.8 * count);
  }
}

TEST(starts_from_a_table_are_within_limits_and_write_the_chain_alone) {
  int starts = 0;
  const auto check = [&](const Served& served, const std::vector<double>&, const StartTable::Lookup& lookup) {
    const Tree& tree = served.problem.tree();
    for (int k = 0; k < served.table.count(lookup); ++k, ++starts) {
      std::vector<double> q(static_cast<std::size_t>(tree.dof()), NAN);
      served.table.get(lookup, k, q.data());
      for (std::size_t i = 0; i < q.size(); ++i) {
        const bool in_chain = served.problem.columns()[i] >= 0;
        CHECK(std::isnan(q[i]) != in_chain);
        if (!in_chain) q[i] = 0;
      }
      CHECK(within_limits(tree, q, 0));
    }
  };
  Arm narrow = panda();
  narrow.lower[0] = 0.3;
  narrow.upper[6] = 0.1;
  for (const Arm& arm : {ur5(), panda(), narrow}) for_random_targets(arm.tree(), arm.tip(), 300, check);
  for_random_targets(odd_chain().tree(), odd_tip, 300, check);
  CHECK(starts > 2 * 4 * 300);
}

// Solutions then need no unwinding: the UR5's joints have a range of two turns.
TEST(starts_from_a_table_stay_within_the_middle_turn) {
  for_random_targets(ur5().tree(), ur5().tip(), 100,
                     [](const Served& served, const auto&, const auto& lookup) {
                       for (int k = 0; k < served.table.count(lookup); ++k) {
                         std::vector<double> q(6);
                         served.table.get(lookup, k, q.data());
                         for (const double angle : q) CHECK(std::abs(angle) <= 0.5 * turn);
                       }
                     });
}

// So the distance is bounded by the size of a cell.
TEST(a_start_stands_in_the_cell_of_its_target_with_the_same_turns) {
  int starts = 0, near = 0;
  double first = 0, last = 0;
  const auto visit = [&](const Served& served, const std::vector<double>&, const StartTable::Lookup& lookup) {
    for (int k = 0; k < served.table.count(lookup); ++k, ++starts) {
      std::vector<double> q(static_cast<std::size_t>(served.problem.tree().dof()), 0.0);
      served.table.get(lookup, k, q.data());
      const StartTable::Lookup own = served.find(q);
      if (own.cell != lookup.cell) continue;  // rounding to float may change the cell at a border
      ++near;
      first = std::max(first, difference_of_angles(own.first, lookup.first));
      last = std::max(last, difference_of_angles(own.last, lookup.last));
    }
  };
  for_random_targets(panda().tree(), panda().tip(), 300, visit);
  for_random_targets(odd_chain().tree(), odd_tip, 300, visit);
  CHECK(near > 0.99 * starts);
  CHECK(first < 1e-3 && last < 1e-3);
}

TEST(starts_from_a_table_are_nearer_than_random_ones) {
  for (const Arm& arm : arms()) {
    double of_table = 0, of_random = 0;
    RandomStream random(9);
    const Tree tree = arm.tree();
    const auto error = [&](const std::vector<double>& a, const std::vector<double>& b) {
      const Frame<double> f = pose_at(tree, arm.tip(), a), g = pose_at(tree, arm.tip(), b);
      return norm(f.p - g.p) + 0.2 * tree.reach() * angle_between(f, g);
    };
    for_random_targets(tree, arm.tip(), 200,
                       [&](const Served& served, const auto& target, const auto& lookup) {
                         for (int k = 0; k < served.table.count(lookup); ++k) {
                           std::vector<double> q = target;
                           served.table.get(lookup, k, q.data());
                           of_table += error(q, target);
                           of_random += error(random_configuration(tree, random), target);
                         }
                       });
    CHECK(of_table < 0.3 * of_random);
  }
}

TEST(turns_of_the_first_and_last_joint_change_nothing_else) {
  const auto check = [](const Served& served, std::vector<double> q, const StartTable::Lookup& lookup) {
    q[1] += 0.7;
    q[6] -= 2.5;
    const StartTable::Lookup turned = served.find(q);
    CHECK(turned.cell == lookup.cell);
    CHECK_NEAR(difference_of_angles(turned.first, lookup.first), 0.7, 1e-4);
    CHECK_NEAR(difference_of_angles(turned.last, lookup.last), 2.5, 1e-4);
  };
  for_random_targets(odd_chain().tree(), odd_tip, 200, check);
}

TEST(a_table_places_the_link_whatever_point_and_axes_of_it_the_goal_has) {
  const Tree tree = panda().tree();
  const Served served(tree, panda().tip());
  Random random(1);
  RandomStream stream(1);
  for (int i = 0; i < 20; ++i) {
    GoalSpec goal = pose_goal(tree, served.link);
    goal.offset = random.frame();
    const Problem other(tree, {goal});
    const auto q = random_configuration(tree, stream);
    const auto plain = served.find(q);
    const auto offset = served.table.find(served.table.goal_of(other),
                                          parameters_for(other, pose_at(tree, served.link, q) * goal.offset));
    CHECK(plain.cell == offset.cell);
    CHECK_NEAR(plain.first, offset.first, 1e-9);
    CHECK_NEAR(plain.last, offset.last, 1e-9);
  }
}

TEST(a_table_serves_full_poses_of_its_link_only) {
  const Tree tree = panda().tree();
  const StartTable table(tree, panda().tip(), small);
  const GoalSpec own = pose_goal(tree, panda().tip());
  GoalSpec elsewhere = own, position = own, secondary = own, by_axis = own, relative = own;
  elsewhere.links = {5};
  position.kind = GoalKind::position;
  secondary.priority = Priority::secondary;
  by_axis.by_axis = true;
  relative.frame = 2;
  for (const GoalSpec& goal : {elsewhere, position, secondary, by_axis, relative}) {
    const Problem problem(tree, {goal});
    CHECK(!table.goal_of(problem));
    CHECK(table.count(table.find(table.goal_of(problem), problem.parameters())) == 0);
    CHECK(table.goal_of(Problem(tree, {goal, own})));
  }
  std::vector<bool> movable(7, true);
  movable[3] = false;
  CHECK(!table.goal_of(Problem(tree, {own}, movable)));
  const Tree copy = tree;
  CHECK(!table.goal_of(Problem(copy, {own})));
}

TEST(even_targets_that_are_no_poses_have_starts_within_limits_or_none) {
  const Tree tree = panda().tree();
  const Served served(tree, panda().tip());
  for (const double nonsense : {std::nan(""), HUGE_VAL, -1e300})
    for (double Vec3<double>::* component : {&Vec3<double>::x, &Vec3<double>::z})
      for (Vec3<double> Frame<double>::* column : {&Frame<double>::p, &Frame<double>::z}) {
        Frame<double> pose = identity_frame;
        pose.*column.*component = nonsense;
        const auto lookup =
            served.table.find(served.table.goal_of(served.problem), parameters_for(served.problem, pose));
        for (int k = 0; k < served.table.count(lookup); ++k) {
          std::vector<double> q(7);
          served.table.get(lookup, k, q.data());
          for (const double value : q) CHECK(std::isfinite(value));
          CHECK(within_limits(tree, q, 0));
        }
      }
}

TEST(a_target_on_the_first_axis_has_a_finite_place) {
  const Tree tree = iiwa14().tree();
  const Served served(tree, iiwa14().tip());
  const auto lookup = served.find(std::vector<double>(7, 0.0));  // stretched out upwards
  CHECK(lookup.cell >= 0 && std::isfinite(lookup.first) && std::isfinite(lookup.last));
}

TEST(a_table_is_small) {
  const Tree tree = panda().tree();
  const StartTable table(tree, panda().tip(), {.candidates = 1, .draws = 1'000});
  CHECK(table.bytes() > 100'000 && table.bytes() <= 1'000'000);
}

TEST(a_table_whose_construction_was_stopped_has_no_starts) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {pose_goal(tree, panda().tip())});
  const StartTable table(tree, panda().tip(), small, Stop(Stop::Clock::now()));
  RandomStream random(3);
  for (int i = 0; i < 100; ++i) {
    auto q = random_configuration(tree, random);
    const auto lookup =
        table.find(table.goal_of(problem), parameters_for(problem, pose_at(tree, panda().tip(), q)));
    CHECK(table.count(lookup) == 0 && !table.get(lookup, 0, q.data()));
  }
}

TEST(tables_of_one_chain_are_the_same) {
  const Tree tree = panda().tree();
  const Served one(tree, panda().tip()), two(tree, panda().tip());
  RandomStream random(2);
  for (int i = 0; i < 100; ++i) {
    const auto target = random_configuration(tree, random);
    const auto lookup = one.find(target);
    CHECK(one.table.count(lookup) == two.table.count(lookup));
    for (int k = 0; k < one.table.count(lookup); ++k) {
      std::vector<double> a = target, b = target;
      one.table.get(lookup, k, a.data());
      two.table.get(lookup, k, b.data());
      CHECK(a == b);
    }
  }
}
