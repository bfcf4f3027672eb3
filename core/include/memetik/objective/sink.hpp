// Where goals put what they compute. A goal is written once, without weight; the sink makes of it what is
// asked for: residuals and cost, acceptance, errors in human units, the Jacobian.
#pragma once

#include <array>
#include <cmath>

#include "memetik/objective/cost_term.hpp"
#include "memetik/objective/goal_view.hpp"
#include "memetik/objective/kernel.hpp"

namespace memetik {

// Goals first write all their rows, saying after each group of them by which error it is accepted, and then
// how their rows change.
//
// A loss rho of the group's size x makes of it rows of size rho' / (2 f) that change f times as fast, so that
// J^T r stays half the gradient of the cost, which is rho, and J^T J an approximation of half its second
// derivative: iteratively reweighted least squares.
template <class T>
class Sink {
 public:
  using Truth = typename Lanes<T>::Truth;

  // Where the Jacobian goes: column c, of the c-th active variable, starts at c * stride.
  struct Jacobian {
    T* columns = nullptr;            // null: it is not wanted
    int stride = 0, count = 0;       // rows and columns of it
    const int* column_of = nullptr;  // per variable, -1: not active
    const Truth* idle = nullptr;     // lanes whose derivatives nobody needs, or null: all are needed
  };

  // Eased: primary goals do not pull within their tolerances. `errors` and `items` may be null;
  // `row_factors` has room for a number per row if eased, or if any goal has a loss.
  Sink(const Kinematics<T>& kinematics, T* residuals, T* row_factors, bool eased, const Jacobian& jacobian,
       double* errors, CostTerm<T>* cost_terms)
      : kinematics_(&kinematics),
        residuals_(residuals),
        row_factors_(row_factors),
        eased_(eased),
        jacobian_(jacobian),
        errors_(errors),
        cost_terms_(cost_terms) {}

  // ---------------------------------------------------------------- what goals say

  template <std::size_t n>
  MEMETIK_INLINE void rows(const std::array<T, n>& values) {
    for (const T& value : values) *next_row_++ = value;
  }
  // The rows since the last such call have an error of this square, to be held against a tolerance. The rows
  // are `scale` times as long.
  MEMETIK_INLINE void error(const T& squared, std::size_t tolerance, const T& scale = T(1)) {
    if (!goal_->losses.empty()) [[unlikely]]
      return error_by_loss(squared, tolerance, scale);
    judge(squared <= T(goal_->limit[tolerance]));
    if (eased_)
      for (T* row = group_; row != next_row_; ++row) ease(row, squared, tolerance);
    if (cost_terms_) [[unlikely]]
      record_cost_terms();
    group_ = next_row_;
    report(squared, tolerance);
  }
  // The last three rows have an error each, held against as many tolerances from this one on. They are
  // reported as one.
  MEMETIK_INLINE void errors(const Vec3<T>& squared, std::size_t tolerance) {
    const auto within = [&](const T& s, std::size_t i) { return s <= T(goal_->limit[tolerance + i]); };
    judge(within(squared.x, 0) & within(squared.y, 1) & within(squared.z, 2));
    if (eased_) {
      ease(group_, squared.x, tolerance);
      ease(group_ + 1, squared.y, tolerance + 1);
      ease(group_ + 2, squared.z, tolerance + 2);
    }
    if (cost_terms_) [[unlikely]]
      record_cost_terms();
    group_ = next_row_;
    report(squared.x + squared.y + squared.z, tolerance);
  }

  // Turns rates by the velocity of a link, at `point`, into rates by variable: the one place where goals meet
  // joints. rates(linear, angular) is an array of rates of the rows from `row` on.
  template <class Rates>
  MEMETIK_INLINE void moves(int link, const Vec3<T>& point, const Rates& rates, int row = 0) {
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
  // The same for the velocity of the centre of mass.
  template <class Rates>
  MEMETIK_INLINE void moves_mass(const Rates& rates) {
    if (!wants_derivatives()) return;
    kinematics_->for_each_mass_column([&](int variable, const Vec3<T>& velocity) {
      const int column = jacobian_.column_of[variable];
      if (column < 0) return;
      const auto rate = rates(velocity);
      T* entry = jacobian_.columns + column * jacobian_.stride + goal_->row;
      for (std::size_t i = 0; i < rate.size(); ++i) entry[i] += factor_ * rate[i];
    });
  }
  MEMETIK_INLINE void variable(int row, int variable, const T& rate) {
    if (!wants_derivatives()) return;
    const int column = jacobian_.column_of[variable];
    if (column < 0) return;
    T& entry = jacobian_.columns[column * jacobian_.stride + goal_->row + row];
    entry = goal_->accumulates ? entry + factor_ * rate : factor_ * rate;
  }
  bool has_jacobian() const { return jacobian_.columns != nullptr; }
  bool wants_derivatives() const {
    if (!has_jacobian()) return false;
    return !(jacobian_.idle && last_ && all(accepted_ | *jacobian_.idle));  // nothing is left to improve
  }

  // ---------------------------------------------------------------- what is made of it

  // Around every goal; `factor` is the square root of its weight, `last` if none comes after it.
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

 private:
  MEMETIK_INLINE void judge(const Truth& within) {
    if (goal_->primary) accepted_ = accepted_ & (within | (factor_ <= T(0)));
  }
  // An error e beyond the tolerance t counts by what is beyond, r (1 - t / e), else neither it nor its rates
  // count. A little less than t, because where nothing pulls any longer rounding must not decide.
  MEMETIK_INLINE void ease(T* row, const T& squared, std::size_t tolerance) {
    plain_cost_ += (factor_ * *row) * (factor_ * *row);
    const T left = left_of(squared, tolerance);
    *row *= left;
    row_factors_[row - residuals_] = select(left > T(0), T(1), T(0));
  }
  // 1 - t / e, 0 within the tolerance. All of a secondary goal, and of one that accepts anything.
  MEMETIK_INLINE T left_of(const T& squared, std::size_t tolerance) const {
    if (!goal_->primary || !std::isfinite(goal_->limit[tolerance])) return T(1);
    const T inner(std::fmax(0.98 * goal_->limit[tolerance], 1e-300));
    return T(1) - sqrt(inner / max(squared, inner));
  }
  MEMETIK_INLINE void report(const T& squared, std::size_t tolerance) {
    if constexpr (Lanes<T>::count == 1)
      if (errors_) *errors_++ = error_of(squared, goal_->kernel->unit(*goal_, tolerance));
  }
  static double error_of(double squared, Unit unit) {
    const double size = std::sqrt(squared);
    return unit == Unit::angle ? 2 * std::asin(std::fmin(1.0, 0.5 * size)) : size;
  }

  // Of the group that ends here, whose rows are not weighted yet.
  void record_cost_terms() {
    T sum(0);
    for (const T* row = group_; row != next_row_; ++row) sum += *row * *row;
    add_cost_term(factor_ * factor_ * sum);
  }
  void add_cost_term(const T& cost) {
    *cost_terms_++ = {cost, factor_, static_cast<int>(group_ - residuals_),
                      static_cast<int>(next_row_ - residuals_)};
  }

  // In src/objective/sink_loss.cpp.
  void error_by_loss(T squared, std::size_t tolerance, const T& scale);
  T lose(T* first, T* last, std::size_t tolerance, const T& left, const T& scale);
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
  bool last_ = false;
  T* group_ = nullptr;          // first row that no error was given for
  T* next_row_ = nullptr;       // of the goal at hand
  const Loss* loss_ = nullptr;  // of the group at hand
  T cost_ = T(0), plain_cost_ = T(0);
  Truth accepted_ = T(0) <= T(0);
};

}  // namespace memetik
