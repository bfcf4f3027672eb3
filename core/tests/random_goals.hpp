// Random goals of every kind for any tree, with targets that a given configuration meets exactly.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arms.hpp"
#include "check.hpp"
#include "external_example.hpp"
#include "goal_spec.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/objective.hpp"
#include "random_tree.hpp"

struct RandomGoal {
  std::string name;
  GoalSpec goal;
  std::shared_ptr<ExternalExample> example;  // of an external goal
};

// The frame that a pose goal places, in the frame that its target is given in.
memetik::Frame<double> placed(const memetik::Tree& tree, const GoalSpec& goal, const std::vector<double>& q);

// (w, x, y, z)
std::vector<double> quaternion_of(const memetik::Frame<double>& frame);

// The target of a goal of this kind, in the user's format, for a frame.
std::vector<double> target_at(const memetik::Frame<double>& frame, GoalKind kind);

// The target with which the goal is met at q. Targets of look_at are 0.8 m away.
std::vector<double> target_met_at(const memetik::Tree& tree, const GoalSpec& goal,
                                  const std::vector<double>& q);

// A link that moves, if there is one.
int moving_link(Random& random, const memetik::Tree& tree);

RandomGoal random_pose(Random& random, const memetik::Tree& tree, const std::vector<double>& q, GoalKind kind,
                       bool by_axis, bool moving);

RandomGoal random_look_at(Random& random, const memetik::Tree& tree, const std::vector<double>& q,
                          bool moving);

RandomGoal random_stay_close(Random& random, const memetik::Tree& tree, const std::vector<double>& q);

RandomGoal random_external(Random& random, const memetik::Tree& tree, const std::vector<double>& q,
                           bool knows_derivative);

// One goal of every kind, all met at q.
std::vector<RandomGoal> goals_met_at(Random& random, const memetik::Tree& tree, const std::vector<double>& q);

std::vector<memetik::Goal> plain(const std::vector<RandomGoal>& goals);

std::vector<double> inside_limits(Random& random, const memetik::Tree& tree);

// The results of an objective with a single goal.
struct GoalEvaluation {
  bool accepted;
  double cost;
  std::vector<double> residuals, errors;
};

GoalEvaluation evaluate_goal(const memetik::Tree& tree, const GoalSpec& goal, const std::vector<double>& q);

// Prints the goal if a check fails.
class NameOnFailure {
 public:
  explicit NameOnFailure(const RandomGoal& goal);
  ~NameOnFailure();

 private:
  std::string name_;
  int before_;
};

// Calls visit(random, tree, goals, q) for many trees: `goals` are met at one configuration, q is another.
template <class Visit>
void for_each_example(unsigned count, int joints, Visit visit) {
  for (unsigned seed = 0; seed < count; ++seed) {
    Random random(seed);
    const memetik::Tree tree = random.tree(joints).tree();
    if (tree.dof() == 0) continue;
    const std::vector<RandomGoal> goals = goals_met_at(random, tree, inside_limits(random, tree));
    visit(random, tree, goals, inside_limits(random, tree));
  }
}
