// Starts at which the two parts of a problem meet: the distal part is solved backwards from the tip's target,
// then the arm for the place where the distal part begins.
#pragma once

#include <array>
#include <vector>

#include "memetik/search/decoupled/decoupling.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/restarts.hpp"

namespace memetik {

// One thread's workspace. A start is the best of several candidates, one per lane.
class DecoupledStarts {
 public:
  DecoupledStarts(const Decoupling& parts, const Sampler& sampler);

  int max_evaluations() const;  // of one start
  // Writes the start of an attempt into q, which has the query's start. `number` counts the starts of this
  // kind. Returns the evaluations that it took.
  int get(StartList& list, int attempt, int number, double* q, Stop& stop);
  // Whether the last start meets all goals that decide success.
  bool solved() const { return solved_; }

 private:
  using Candidates = std::array<std::vector<double>, pack_lanes>;  // configurations of the whole

  void place_tip(const Query& query, RandomStream random);
  bool take_from_pool(StartList& list, std::size_t number);
  void sample_distal(const Query& query, RandomStream random, Stop& stop);
  void set_distal(std::size_t candidate, std::span<const double> q);
  void settle_distal(const Query& query, Stop& stop);
  void solve_arm(const Query& query, Stop& stop);
  std::size_t find_best(const Query& query);
  void pack(const Candidates& candidates);

  const Decoupling* parts_;
  const Sampler* sampler_;
  int lane_evaluations_;  // of each part of a candidate
  Objective<Pack> distal_, whole_;
  Kinematics<double> tip_kinematics_, split_kinematics_;
  DistalRanking ranking_;
  Settle<Pack> settle_;
  Restarts arm_;
  Frame<double> tip_ = identity_frame;  // where it is wanted
  Candidates candidates_, samples_, arm_parameters_;
  std::vector<double> distal_parameters_, distal_q_;
  std::vector<Pack> packed_;  // configurations of the distal part, or, shorter, of the whole
  Mask settled_;              // candidates whose distal part meets its goals
  int evaluations_ = 0;       // for the start
  bool solved_ = false;
};

}  // namespace memetik
