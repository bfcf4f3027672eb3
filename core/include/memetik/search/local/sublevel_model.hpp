// Quadratic models of the primary and the secondary cost, and the step that they suggest.
#pragma once

#include <utility>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/box_step.hpp"

namespace memetik {

// The step d minimises the model of the secondary cost, d^T H_s d + 2 g_s . d, where the model of the primary
// cost, d^T H_p d + 2 g_p . d, is at most `room`: (H_s + nu H_p + lambda I) d = -(g_s + nu g_p), with the
// multiplier nu found by bisection. Most variables of a large robot change no primary row. They come last and
// are eliminated once, so that each multiplier costs a small system only.
class SublevelModel {
 public:
  explicit SublevelModel(const Problem& problem);

  // g_p, g_s, H_s and the first H_p = J^T J, after objective.linearize(q, Scope::all).
  void begin(const Objective<double>& objective);
  // The same after the step from `before` to `after`, by which the symmetric rank-one formula updates H_p.
  void move(const Objective<double>& objective, const double* before, const double* after);
  // H_p by differences of g_p. Returns the evaluations that it took.
  int find_hessian(Objective<double>& objective, const StepBounds<double>& bounds, const double* q);

  const BoxStep& find_step(const StepBounds<double>& bounds, const double* q, double lambda, double room);

  double size() const { return size_; }  // of the secondary goals' Hessian

 private:
  void find_gradients(const Objective<double>& objective);
  void update_hessian(const std::vector<double>& change, const std::vector<double>& step);
  void reduce(double lambda);
  double solve_reduced(double multiplier);
  void solve_within(double lambda, double room);

  const Problem* problem_;
  std::size_t count_, coupled_;  // active variables; of these the ones that change a primary row
  std::vector<int> order_;       // their indices: first the coupled ones
  // In this order:
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;      // that share a row
  std::vector<double> primary_gradient_, primary_hessian_;      // of the coupled variables, H_p in full
  std::vector<double> secondary_gradient_, secondary_hessian_;  // with the required goals; lower triangle
  std::vector<double> moves_, step_;
  std::vector<double> matrix_, vector_;                  // (H_s + lambda I, -g_s), the others eliminated
  std::vector<double> primary_matrix_, primary_vector_;  // (H_p, -g_p)
  std::vector<double> reduced_;
  BoxStep box_step_;  // in the order of the active variables
  double size_ = 1, multiplier_ = 0;
};

}  // namespace memetik
