// Evaluates the goals of a problem at a configuration: residuals, cost, acceptance, Jacobian.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/cost_term.hpp"
#include "memetik/objective/external_call.hpp"
#include "memetik/objective/problem.hpp"

namespace memetik {

template <class T>
class Sink;

// The goals to evaluate: those that decide success; all but hints; or all, which only `measure` does.
enum class Scope : unsigned char { primary, all, with_hints };

// The rows of goals that aggregate. Both have the same cost and gradient.
enum class AggregateRows : unsigned char {
  compact,  // those of Quadratic, which have the Gauss-Newton matrix of all residuals; for searches
  largest,  // for T = double: the largest residuals, and one row for all others; they are functions of q
};

// The workspace of one thread. T is double, or Pack, where every lane has its own configuration and targets.
// Only construction allocates. The problem must outlive it.
template <class T>
class Objective {
 public:
  using Truth = typename Lanes<T>::Truth;

  // `eased` is for searches: a primary goal costs nothing within 0.99 of its tolerance, so that it does not
  // keep other goals from reaching theirs.
  explicit Objective(const Problem& problem, bool eased = false,
                     AggregateRows aggregate_rows = AggregateRows::compact);

  // From now on evaluations fill `cost_terms` as well.
  void record_cost_terms();

  // Set the parameters of all goals, in all lanes or in one.
  void set_parameters(std::span<const double> parameters);
  void set_lane_parameters(int lane, std::span<const double> parameters);

  // From now on adds these numbers to the residuals of the required goals, as the augmented Lagrangian method
  // needs it; empty: none.
  void set_shift(std::span<const double> shift) { shift_.assign(shift.begin(), shift.end()); }

  // Computes residuals, cost and acceptance.
  void evaluate(const T* q, Scope scope);
  // For T = double: `evaluate_before_changes` evaluates at q, and `evaluate_change` at q with one variable
  // changed. The latter uses incremental kinematics if all goals read poses only.
  void evaluate_before_changes(const double* q, Scope scope);
  void evaluate_change(const double* changed, int variable, Scope scope);
  // Evaluates, and computes the Jacobian and the gradient. If `idle` lanes are given, it may skip these two
  // once every other lane is accepted.
  void linearize(const T* q, Scope scope, const Truth* idle = nullptr);
  // For T = double: evaluates all goals, hints included, and writes the errors that they report, in the units
  // of their tolerances; a pose reports two, [m] and [rad].
  void measure(const double* q, double* errors);

  const Problem& problem() const { return *problem_; }
  const Kinematics<T>& kinematics() const { return kinematics_; }
  const T& cost() const { return cost_; }                      // sum of squared residuals, or of losses
  const T& plain_cost() const { return plain_cost_; }          // the cost without easing
  const T& secondary_cost() const { return secondary_cost_; }  // the secondary goals' share of the cost
  const T& required_cost() const { return required_cost_; }    // the required goals' share of the cost
  // The violation of the required goals, sum of w max(0, error - tolerance)^2, at the last measure().
  double violation() const { return violation_; }
  const Truth& accepted() const { return accepted_; }  // every primary goal is within its tolerance
  const T* residuals() const { return residuals_.data(); }
  // d residuals / d (c-th active variable), problem.rows() entries.
  const T* column(int c) const { return columns_.data() + c * problem_->rows(); }
  // One per error of the goals in scope; empty unless `record_cost_terms` was called.
  std::span<const CostTerm<T>> cost_terms() const { return cost_terms_; }
  // J^T r per active variable: half the derivative of the cost.
  const T* gradient() const { return gradient_.data(); }

 private:
  void visit_goals(const T* q, Scope scope, Sink<T>& sink);
  void clear_rows(const Goal& goal);
  void add_shift();
  CostTerm<T>* cost_terms_or_null() { return cost_terms_.empty() ? nullptr : cost_terms_.data(); }

  const Problem* problem_;
  bool eased_;
  AggregateRows aggregate_rows_;
  Kinematics<T> kinematics_;
  std::unique_ptr<IncrementalKinematics<>> changes_;  // created on first use
  std::vector<T> parameters_;
  std::int64_t version_ = 0;  // of the parameters
  std::vector<T> residuals_, row_factors_, columns_, gradient_;
  std::vector<double> shift_;
  std::vector<ExternalCall<T>> external_;
  std::vector<int> external_of_goal_;
  std::vector<std::shared_ptr<void>> workspaces_;  // per goal
  std::vector<CostTerm<T>> cost_terms_;
  T cost_ = T(0), plain_cost_ = T(0), secondary_cost_ = T(0), required_cost_ = T(0);
  double violation_ = 0;
  Truth accepted_ = T(0) > T(0);
};

template <>
void Objective<double>::evaluate_before_changes(const double* q, Scope scope);
template <>
void Objective<double>::evaluate_change(const double* changed, int variable, Scope scope);
template <>
void Objective<double>::measure(const double* q, double* errors);
extern template class Objective<double>;
extern template class Objective<Pack>;

}  // namespace memetik
