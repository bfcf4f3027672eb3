// The evaluation of a problem's goals at a configuration: residuals, cost, acceptance, Jacobian.
#pragma once

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

enum class Scope : unsigned char { primary, all };

// One thread's workspace over T = double, or Pack with a configuration and a target per lane.
// Construction allocates, nothing else does. The problem must outlive it.
template <class T>
class Objective {
 public:
  using Truth = typename Lanes<T>::Truth;

  // Eased, for searches: a primary goal does not pull once it is well within its tolerance, so that it does
  // not keep others from theirs.
  explicit Objective(const Problem& problem, bool eased = false);

  // From now on what every error contributes is told, too.
  void record_cost_terms();

  // Parameters of all goals, in all lanes or in one.
  void set_parameters(std::span<const double> parameters);
  void set_lane_parameters(int lane, std::span<const double> parameters);

  // Residuals, cost and acceptance.
  void evaluate(const T* q, Scope scope);
  // For T = double: evaluate at q, from which single variables will be changed by `evaluate_change`. That
  // takes where links are then from incremental kinematics, as far as goals read nothing but poses.
  void evaluate_before_changes(const double* q, Scope scope);
  void evaluate_change(const double* changed, int variable, Scope scope);
  // The same with the Jacobian and the gradient; given the lanes that are idle, these may be left out where
  // every other lane is accepted.
  void linearize(const T* q, Scope scope, const Truth* idle = nullptr);
  // As evaluate, of all goals, with their errors in human units: two of a pose, [m] and [rad], one of all
  // others. For T = double.
  void measure(const double* q, double* errors);

  const Problem& problem() const { return *problem_; }
  const Kinematics<T>& kinematics() const { return kinematics_; }
  const T& cost() const { return cost_; }              // sum of squares of the residuals, or of losses
  const T& plain_cost() const { return plain_cost_; }  // what it would be if not eased
  const T& secondary_cost() const { return secondary_cost_; }  // what of it the secondary goals cost
  const Truth& accepted() const { return accepted_; }          // every primary goal within its tolerance
  const T* residuals() const { return residuals_.data(); }
  // d residuals / d (c-th active variable), problem.rows() entries.
  const T* column(int c) const { return columns_.data() + c * problem_->rows(); }
  // One per error of the goals in scope, if it is to be itemised.
  std::span<const CostTerm<T>> cost_terms() const { return cost_terms_; }
  // J^T r per active variable: half the derivative of the cost.
  const T* gradient() const { return gradient_.data(); }

 private:
  void visit_goals(const T* q, Scope scope, Sink<T>& sink);
  void clear_rows(const Goal& goal);
  CostTerm<T>* cost_terms_or_null() { return cost_terms_.empty() ? nullptr : cost_terms_.data(); }

  const Problem* problem_;
  bool eased_;
  Kinematics<T> kinematics_;
  std::unique_ptr<IncrementalKinematics<>> changes_;  // made when first needed
  std::vector<T> parameters_;
  std::vector<T> residuals_, row_factors_, columns_, gradient_;
  std::vector<ExternalCall<T>> external_;
  std::vector<int> external_of_goal_;
  std::vector<CostTerm<T>> cost_terms_;
  T cost_ = T(0), plain_cost_ = T(0), secondary_cost_ = T(0);
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
