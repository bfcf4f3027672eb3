// All solutions of a query in closed form.
#pragma once

#include "memetik/objective/objective.hpp"
#include "memetik/search/closed_form/pose_arm.hpp"
#include "memetik/search/local/reach.hpp"

namespace memetik {

// Each branch is brought to the turn nearest to the start within the query's box, made exact by damped steps,
// and verified. Only construction allocates.
class BranchSearch {
 public:
  explicit BranchSearch(const Problem& problem);

  struct Branch {
    std::vector<double> q;  // all variables; those that do not move the goal's link are as in the start
    double cost = 0;        // of the primary goals
    double distance = 0;    // from the start
    bool free = false;      // it belongs to a continuum, see ClosedForm
  };

  // Finds all branches of a query that suits the arm, nearest to the start first.
  void find(PoseArm& arm, const Query& query);

  std::span<const Branch> branches() const { return std::span(branches_).first(count_); }
  // Whether some solutions form a continuum, also outside of the box.
  bool has_continuum() const { return has_continuum_; }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  // A branch of the closed form, moved into the box.
  struct Candidate {
    std::vector<double> q;
    bool free = false;
    double cost = 0;
    bool accepted = false;
  };

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
  std::vector<Branch> branches_;
  std::size_t count_ = 0;
  bool has_continuum_ = false;
  std::int64_t evaluations_ = 0;
};

}  // namespace memetik
