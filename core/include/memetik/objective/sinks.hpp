// Where goals put what they compute. A goal is written once; the sink decides what of it is kept.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

// Residuals, cost and acceptance.
template <class T>
struct ValueSink {
  using Truth = typename Lanes<T>::Truth;

  T* residuals;
  T cost = T(0);
  Truth accepted = T(0) <= T(0);
  bool decides = true;               // of the goal at hand
  Truth switched_off = T(0) > T(0);  // lanes in which it has no weight
  T squared_distance = T(0);

  template <std::size_t n>
  MEMETIK_INLINE void rows(int row, const std::array<T, n>& values) {
    for (std::size_t i = 0; i < n; ++i) {
      residuals[static_cast<std::size_t>(row) + i] = values[i];
      cost += values[i] * values[i];
    }
  }
  MEMETIK_INLINE void accept(const Truth& truth) {
    if (decides) accepted = accepted & (truth | switched_off);
  }
  MEMETIK_INLINE void length(const T& squared, double limit) { accept(squared <= T(limit)); }
  MEMETIK_INLINE void angle(const T& chord_squared, double limit) { accept(chord_squared <= T(limit)); }
  MEMETIK_INLINE void lengths(const Vec3<T>& s, const double* limit) {
    accept((s.x <= T(limit[0])) & (s.y <= T(limit[1])) & (s.z <= T(limit[2])));
  }
  MEMETIK_INLINE void angles(const Vec3<T>& s, const double* limit) { lengths(s, limit); }
  MEMETIK_INLINE void distance(const T& squared) { squared_distance += squared; }
  MEMETIK_INLINE void accept_distance(double limit) {
    accept(squared_distance <= T(limit));
    squared_distance = T(0);
  }
  template <class Rates>
  MEMETIK_INLINE void moves(const Goal&, int, const Vec3<T>&, const Rates&) {}
  MEMETIK_INLINE void variable(int, int, const T&) {}
};

// The same with the Jacobian: column c, of the c-th active variable, starts at c * stride.
template <class T>
struct JacobianSink : ValueSink<T> {
  const Kinematics<T>* kinematics;
  const int* column_of;  // per variable, -1: not active
  T* columns;
  T* gradient;  // J^T r, per column
  int stride;
  const typename Lanes<T>::Truth* idle;  // lanes whose derivatives nobody needs, or null: all are needed
  bool last = false;                     // the goal at hand is the last one
  bool accumulates = false;

  // Turns rates by link velocity into rates by variable: the one place where goals meet joints.
  template <class Rates>
  MEMETIK_INLINE void moves(const Goal& goal, int link, const Vec3<T>& point, const Rates& rates) {
    if (idle && last && all(this->accepted | *idle)) return;  // nothing is left to improve
    const T* residual = this->residuals + goal.row;
    kinematics->for_each_column(link, point,
                                [&](int variable, const Vec3<T>& linear, const Vec3<T>& angular) {
                                  const int column = column_of[variable];
                                  if (column < 0) return;
                                  const auto rate = rates(linear, angular);
                                  T* entry = columns + column * stride + goal.row;
                                  T slope = rate[0] * residual[0];
                                  for (std::size_t i = 1; i < rate.size(); ++i)
                                    slope += rate[i] * residual[i];
                                  gradient[column] += slope;
                                  if (goal.accumulates) [[unlikely]]
                                    for (std::size_t i = 0; i < rate.size(); ++i) entry[i] += rate[i];
                                  else
                                    for (std::size_t i = 0; i < rate.size(); ++i) entry[i] = rate[i];
                                });
  }
  MEMETIK_INLINE void variable(int row, int variable, const T& rate) {
    const int column = column_of[variable];
    if (column < 0) return;
    T& entry = columns[column * stride + row];
    entry = accumulates ? entry + rate : rate;
    gradient[column] += rate * this->residuals[row];
  }
};

// Errors in human units, two per goal: [m] and [rad], or one of them, or a bare norm.
struct ErrorSink : ValueSink<double> {
  double* errors;
  int next = 0;

  void put(double value) { errors[next++] = value; }
  static double angle_of(double chord_squared) {
    return 2 * std::asin(std::fmin(1.0, 0.5 * std::sqrt(chord_squared)));
  }
  void length(double squared, double limit) {
    ValueSink::length(squared, limit);
    put(std::sqrt(squared));
  }
  void angle(double chord_squared, double limit) {
    ValueSink::angle(chord_squared, limit);
    put(angle_of(chord_squared));
  }
  void lengths(const Vec3<double>& s, const double* limit) {
    ValueSink::lengths(s, limit);
    put(std::sqrt(s.x + s.y + s.z));
  }
  void angles(const Vec3<double>& s, const double* limit) {
    ValueSink::angles(s, limit);
    put(angle_of(s.x + s.y + s.z));
  }
  void accept_distance(double limit) {
    put(std::sqrt(squared_distance));
    ValueSink::accept_distance(limit);
  }
};

}  // namespace memetik
