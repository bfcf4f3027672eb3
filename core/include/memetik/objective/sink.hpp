// A sink receives the rows, errors and derivatives that a kernel computes. Kernels do not know weights:
// the sink applies them. It computes residuals, cost and acceptance, and on request errors in the units of
// the tolerances and the Jacobian.
#pragma once

#include <array>
#include <cmath>

#include "memetik/objective/cost_term.hpp"
#include "memetik/objective/goal_view.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/objective/largest_residuals.hpp"

namespace memetik {

// A kernel first writes all its rows, in groups, and after each group the error that decides its acceptance.
// Then it writes the derivatives of its rows.
//
// A loss rho(x) of a group with norm x replaces its rows by rows of norm rho' / (2 f), whose derivatives are
// f times as large. So J^T r stays half the gradient of the cost, which is rho, and J^T J approximates half
// its second derivative: iteratively reweighted least squares.
template <class T>
class Sink {
 public:
  using Truth = typename Lanes<T>::Truth;

  // Where to write the Jacobian: column c, of the c-th active variable, starts at c * stride.
  struct Jacobian {
    T* columns = nullptr;            // null: no Jacobian is computed
    int stride = 0, count = 0;       // number of rows and of columns
    const int* column_of = nullptr;  // the column of every variable; -1: not active
    const Truth* idle = nullptr;     // lanes that need no derivatives; null: all lanes need them
  };

  // `eased`: primary goals cost nothing within 0.99 of their tolerances. `errors` and `cost_terms` may be
  // null. `row_factors` has room for a number per row if eased, or if any goal has a loss.
  Sink(const Kinematics<T>& kinematics, T* residuals, T* row_factors, bool eased, const Jacobian& jacobian,
       double* errors, CostTerm<T>* cost_terms)
      : kinematics_(&kinematics),
        residuals_(residuals),
        row_factors_(row_factors),
        eased_(eased),
        jacobian_(jacobian),
        errors_(errors),
        cost_terms_(cost_terms) {}

  // ---------------------------------------------------------------- called by kernels

  template <std::size_t n>
  MEMETIK_INLINE void rows(const std::array<T, n>& values) {
    for (const T& value : values) *next_row_++ = value;
  }
  // Ends the group of rows written since the last such call. `squared` is the square of its error, which is
  // compared with the tolerance of this index. The norm of the rows is `scale` times the error.
  MEMETIK_INLINE void error(const T& squared, std::size_t tolerance, const T& scale = T(1)) {
    if (!goal_->losses.empty()) [[unlikely]]
      return error_by_loss(squared, tolerance, scale);
    update_acceptance(squared <= T(goal_->limit[tolerance]));
    if (eased_)
      for (T* row = group_; row != next_row_; ++row) ease(row, squared, tolerance);
    if (cost_terms_) [[unlikely]]
      record_cost_terms();
    group_ = next_row_;
    add_violation(squared, tolerance);
    report(squared, tolerance);
  }
  // Ends a group of three rows, each with its own error and tolerance, from index `tolerance` on. The
  // three are reported as one error.
  MEMETIK_INLINE void errors(const Vec3<T>& squared, std::size_t tolerance) {
    const auto within = [&](const T& s, std::size_t i) { return s <= T(goal_->limit[tolerance + i]); };
    update_acceptance(within(squared.x, 0) & within(squared.y, 1) & within(squared.z, 2));
    if (eased_) {
      ease(group_, squared.x, tolerance);
      ease(group_ + 1, squared.y, tolerance + 1);
      ease(group_ + 2, squared.z, tolerance + 2);
    }
    if (cost_terms_) [[unlikely]]
      record_cost_terms();
    group_ = next_row_;
    add_violation(squared.x, tolerance);
    add_violation(squared.y, tolerance + 1);
    add_violation(squared.z, tolerance + 2);
    report(squared.x + squared.y + squared.z, tolerance);
  }

  // Writes all rows of a goal that aggregates, their derivatives if they are wanted, and its only error.
  void aggregate(Quadratic<T>& sum, const T& squared);
  // For T = double: the same if the largest residuals have rows of their own; `sum` are the others.
  bool separates_largest() const { return separates_largest_; }
  void aggregate(const LargestResiduals& largest, Quadratic<T>& others, const T& squared);
  const int* active_columns() const { return jacobian_.column_of; }  // of every variable; -1: not active

  // Adds the derivatives of rows that depend on the velocity of a link at `point`. rates(linear, angular)
  // returns an array of the rates of the rows from `row` on. Only the sink converts rates by link velocity to
  // rates by joint velocity; kernels do not know joints.
  template <class Rates>
  MEMETIK_INLINE void add_link_rates(int link, const Vec3<T>& point, const Rates& rates, int row = 0) {
    if (!wants_derivatives()) return;
    const T factor = factor_;
    kinematics_->for_each_column(
        link, point, [&](int variable, const Vec3<T>& linear, const Vec3<T>& angular) {
          const int column = jacobian_.column_of[variable];
          if (column < 0) return;
          const auto rate = rates(linear, angular);
          T* entry = jacobian_.columns + column * jacobian_.stride + goal_->row + row;
          if (goal_->accumulates) [[unlikely]]
            for (std::size_t i = 0; i < rate.size(); ++i) entry[i] += factor * rate[i];
          else
            for (std::size_t i = 0; i < rate.size(); ++i) entry[i] = factor * rate[i];
        });
  }
  // Adds the derivatives of rows that depend on the velocity of the centre of mass.
  template <class Rates>
  MEMETIK_INLINE void add_mass_rates(const Rates& rates) {
    if (!wants_derivatives()) return;
    kinematics_->for_each_mass_column([&](int variable, const Vec3<T>& velocity) {
      const int column = jacobian_.column_of[variable];
      if (column < 0) return;
      const auto rate = rates(velocity);
      T* entry = jacobian_.columns + column * jacobian_.stride + goal_->row;
      for (std::size_t i = 0; i < rate.size(); ++i) entry[i] += factor_ * rate[i];
    });
  }
  MEMETIK_INLINE void add_variable_rate(int row, int variable, const T& rate) {
    if (!wants_derivatives()) return;
    const int column = jacobian_.column_of[variable];
    if (column < 0) return;
    T& entry = jacobian_.columns[column * jacobian_.stride + goal_->row + row];
    entry = goal_->accumulates ? entry + factor_ * rate : factor_ * rate;
  }
  bool has_jacobian() const { return jacobian_.columns != nullptr; }
  bool wants_derivatives() const {
    if (!has_jacobian()) return false;
    return !(jacobian_.idle && last_ && all(accepted_ | *jacobian_.idle));  // all other lanes are accepted
  }

  // ---------------------------------------------------------------- called by Objective

  void separate_largest() { separates_largest_ = true; }
  // Objective calls begin and end around every goal. `factor` is the square root of the goal's weight; `last`
  // tells that no goal follows.
  MEMETIK_INLINE void begin(const Goal& goal, const T& factor, bool last) {
    goal_ = &goal;
    factor_ = factor;
    last_ = last;
    group_ = next_row_ = residuals_ + goal.row;
    loss_ = goal.losses.data();
  }
  MEMETIK_INLINE void end() {
    if (!goal_->losses.empty()) [[unlikely]]
      return end_with_loss();
    for (T* row = residuals_ + goal_->row; row != next_row_; ++row) {
      *row *= factor_;
      cost_ += *row * *row;
    }
    if (eased_) [[unlikely]]
      scale_rates();
  }

  const T& cost() const { return cost_; }
  const T& plain_cost() const { return eased_ ? plain_cost_ : cost_; }
  const Truth& accepted() const { return accepted_; }
  double violation() const { return violation_; }  // computed if errors are reported

 private:
  // Applies to primary goals with a positive weight.
  MEMETIK_INLINE void update_acceptance(const Truth& within) {
    if (goal_->decides_success()) accepted_ = accepted_ & (within | (factor_ <= T(0)));
  }
  // Replaces a row r by r (1 - t / e) if its error e exceeds t, else by zero, with zero rates.
  // t is 0.99 of the tolerance, so that rounding does not decide acceptance where the
  // cost vanishes.
  MEMETIK_INLINE void ease(T* row, const T& squared, std::size_t tolerance) {
    plain_cost_ += (factor_ * *row) * (factor_ * *row);
    const T share = share_beyond_tolerance(squared, tolerance);
    *row *= share;
    row_factors_[row - residuals_] = select(share > T(0), T(1), T(0));
  }
  // 1 - t / e, or 0 within the tolerance; 1 for secondary goals and for goals that accept anything.
  MEMETIK_INLINE T share_beyond_tolerance(const T& squared, std::size_t tolerance) const {
    if (!goal_->decides_success() || !std::isfinite(goal_->limit[tolerance])) return T(1);
    const T inner(std::fmax(0.98 * goal_->limit[tolerance], 1e-300));
    return T(1) - sqrt(inner / max(squared, inner));
  }
  MEMETIK_INLINE void report(const T& squared, std::size_t tolerance) {
    if constexpr (Lanes<T>::count == 1)
      if (errors_) *errors_++ = error_of(squared, goal_->kernel->unit(*goal_, tolerance));
  }
  // A required goal violates by w max(0, error - tolerance)^2, whatever its loss.
  MEMETIK_INLINE void add_violation(const T& squared, std::size_t tolerance) {
    if constexpr (Lanes<T>::count == 1) {
      if (!errors_ || goal_->priority != Priority::required) return;
      const double error = error_of(squared, goal_->kernel->unit(*goal_, tolerance));
      const double excess = std::fmax(error - goal_->tolerance[tolerance], 0.0);
      violation_ += factor_ * factor_ * excess * excess;
    }
  }
  static double error_of(double squared, Unit unit) {
    const double size = std::sqrt(squared);
    return unit == Unit::angle ? 2 * std::asin(std::fmin(1.0, 0.5 * size)) : size;
  }

  // Records the cost of the group of rows that ends here; its rows are not weighted yet.
  void record_cost_terms() {
    T sum(0);
    for (const T* row = group_; row != next_row_; ++row) sum += *row * *row;
    add_cost_term(factor_ * factor_ * sum);
  }
  void add_cost_term(const T& cost) {
    *cost_terms_++ = {cost, factor_, static_cast<int>(group_ - residuals_),
                      static_cast<int>(next_row_ - residuals_)};
  }

  // In src/objective/sink_aggregate.cpp.
  void end_aggregate(const T& cost, const T& squared);

  // In src/objective/sink_loss.cpp.
  void error_by_loss(T squared, std::size_t tolerance, const T& scale);
  T apply_loss(T* first, T* last, std::size_t tolerance, const T& share, const T& scale);
  void end_with_loss();
  void scale_rates();

  const Kinematics<T>* kinematics_;
  T *residuals_, *row_factors_;
  bool eased_;
  Jacobian jacobian_;
  double* errors_;
  CostTerm<T>* cost_terms_;
  const Goal* goal_ = nullptr;
  T factor_ = T(1);
  bool last_ = false, separates_largest_ = false;
  T* group_ = nullptr;          // the first row of the current group
  T* next_row_ = nullptr;       // where the current goal writes its next row
  const Loss* loss_ = nullptr;  // the loss of the current group
  T cost_ = T(0), plain_cost_ = T(0);
  double violation_ = 0;
  Truth accepted_ = T(0) <= T(0);
};

}  // namespace memetik
