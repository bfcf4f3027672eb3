// All solutions of a query in closed form.
#pragma once

#include "memetik/objective/objective.hpp"
#include "memetik/search/closed_form/pose_arm.hpp"
#include "memetik/search/local/reach.hpp"

namespace memetik {

// Each branch is brought to the turn nearest to the start within the query's box, made exact by damped steps,
// and verified.
class BranchSearch {
 public:
  explicit BranchSearch(const Problem& problem);

  struct Branch {
    std::vector<double> q;  // all variables; those that do not move the goal's link are as in the start
    double cost = 0;        // of the primary goals
    double distance = 0;    // from the start
    bool free = false;      // it belongs to a continuum, see ClosedForm
  };

  // Finds all branches of a query that suits the arm, nearest to the start first. Does not allocate.
  void find(PoseArm& arm, const Query& query);

  // The branches of a redundant arm whose free joint is at an angle.
  struct Slice {
    double angle = 0;
    int count = 0;
    std::array<ClosedForm::Angles, ClosedForm::most> q{};  // also those outside of the box
  };
  // Finds them and calls use(q) for each that is accepted.
  template <class Use>
  Slice slice(PoseArm& arm, const Query& query, double angle, const Use& use) {
    free_variable_ = arm.free_variable();
    free_angle_ = angle;
    find_candidates(arm, arm.free_joint_arm().at(angle), query);
    Slice slice{.angle = angle, .count = found_.count};
    for (std::size_t i = 0; i < static_cast<std::size_t>(found_.count); ++i) slice.q[i] = found_.branch[i].q;
    for (const Candidate& candidate : std::span(candidates_).first(placed_))
      if (candidate.accepted) use(candidate.q);
    return slice;
  }

  std::span<const Branch> branches() const { return std::span(branches_).first(count_); }
  // Whether some solutions form a continuum, also outside of the box.
  bool has_continuum() const { return has_continuum_; }
  std::int64_t evaluations() const { return evaluations_; }  // of the last branches or slice

 private:
  // A branch of the closed form, moved into the box.
  struct Candidate {
    std::vector<double> q;
    bool free = false;
    double cost = 0;
    bool accepted = false;
  };

  void find_candidates(const PoseArm& arm, const ClosedForm& form, const Query& query);
  bool place(const PoseArm& arm, const Query& query, const ClosedForm::Angles& angles, double excess,
             std::vector<double>& q) const;
  void evaluate(std::size_t count);
  void refine(Candidate& candidate);
  void add(const PoseArm& arm, const Query& query, const Candidate& candidate);

  const Problem* problem_;
  Objective<double> exact_;
  Objective<Pack> lanes_;
  ReachStep<double> reach_;
  double fine_ = 0;  // costs below it are those of rounding errors
  std::vector<Pack> packed_;
  std::vector<double> trial_, difference_;
  ClosedForm::Branches found_;
  std::vector<Candidate> candidates_;
  std::size_t placed_ = 0;  // candidates in use
  int free_variable_ = -1;  // of a slice
  double free_angle_ = 0;
  std::vector<Branch> branches_;
  std::size_t count_ = 0;
  bool has_continuum_ = false;
  std::int64_t evaluations_ = 0;
};

}  // namespace memetik
