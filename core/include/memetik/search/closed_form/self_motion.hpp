// Samples the motion of a redundant arm that keeps a pose.
#pragma once

#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/closed_form/branch_search.hpp"

namespace memetik {

// The free joint takes values that are spread evenly over its interval. Between two of these, the branches
// may move farther than a given distance, merge, or leave the limits: where a branch has no other one near it
// at the next value, the interval is halved several times.
class SelfMotion {
 public:
  // Evaluations are added to `effort`; the sampling ends where they exceed the query's budget.
  SelfMotion(BranchSearch& branches, PoseArm& arm, const Query& query, SolutionFields& effort, Stop& stop);

  // At most `count` representatives, all accepted by the query's acceptor: the sample nearest to the start,
  // then repeatedly the one farthest from all before (Gonzalez 1985), until all are near some other. In the
  // order of their distance from the start.
  std::vector<std::vector<double>> sample(std::size_t count);

 private:
  struct Sample {
    std::vector<double> q;
    double distance;        // from the start
    double gap = HUGE_VAL;  // to the nearest representative; 0 if it is one, or was rejected
    bool is_selected = false;
  };

  bool may_continue();
  BranchSearch::Slice slice_at(double angle);
  void halve(double spacing);
  std::vector<std::vector<double>> representatives(std::size_t count);
  double apart(const std::vector<double>& a, const std::vector<double>& b) const;

  BranchSearch* branches_;
  PoseArm* arm_;
  const Query* query_;
  SolutionFields* effort_;
  Stop* stop_;
  std::vector<BranchSearch::Slice> slices_;  // in the order of angles
  std::vector<Sample> samples_;
  std::vector<double> difference_;
};

}  // namespace memetik
