// The arm of six or seven joints of a query whose only deciding goal is a pose.
#pragma once

#include <optional>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/search/closed_form/free_joint_arm.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// The joints that may move the goal's link are those that the problem may move and that max_change does not
// lock; all others are as in the query's start, between them and on either side. Belongs to one thread. Its
// closed form is computed anew only if other joints are locked, or at other values.
class PoseArm {
 public:
  explicit PoseArm(const Problem& problem);

  // Whether some query of the problem may be suitable.
  static bool may_suit(const Problem& problem);
  // Whether the query is a pose of six joints that decompose. If neither this nor `is_redundant` is true of a
  // query, nothing else may be called.
  bool suits(const Query& query);
  // Whether it is a pose of seven joints, of which six decompose where the other is held.
  bool is_redundant(const Query& query);

  const ClosedForm& closed_form() const { return *form_; }            // if it suits
  const FreeJointArm& free_joint_arm() const { return *redundant_; }  // if it is redundant
  // The joints of the closed form; without the free one, if there is one.
  std::span<const int> variables() const { return variables_; }
  int free_variable() const { return free_variable_; }
  const Tree& tree() const { return problem_->tree(); }
  const Goal& goal() const { return *goal_; }
  Frame<double> target(const Query& query) const;
  PoseError tolerance() const { return {goal_->tolerance[0], goal_->tolerance[1]}; }

  // Whether it is proven that no configuration within the robot's limits meets the goal. Nothing is claimed
  // of queries with max_change: other starts may suffice.
  bool excludes(const Query& query);

 private:
  static bool is_suitable(const Goal& goal);
  const Goal* only_pose(const Query& query) const;
  void find_chain();
  bool may_move(const Query& query, int variable) const;
  bool is_known(const Query& query) const;
  bool read(const Query& query);
  std::optional<ChainAxes> read_axes(const Query& query) const;

  struct Link {  // a variable that moves the goal's link
    int variable;
    bool moves;
    double value;  // if it does not move
  };

  const Problem* problem_;
  const Goal* goal_ = nullptr;
  std::vector<Link> chain_;  // from the root to the goal's link
  std::vector<int> moving_;  // variables, from the root to the goal's link
  std::optional<ClosedForm> form_;
  std::optional<FreeJointArm> redundant_;
  std::vector<int> variables_;
  int free_variable_ = -1;
};

}  // namespace memetik
