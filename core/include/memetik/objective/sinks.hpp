// Where goals put what they compute. A goal is written once; the sink decides what of it is kept.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

// Residuals, cost and acceptance. Goals write rows and then say by what they are accepted.
template <class T>
struct ValueSink {
  using Truth = typename Lanes<T>::Truth;

  T* residuals;
  bool eased = false;  // primary goals do not pull within their tolerances
  T cost = T(0), eased_cost = T(0);
  Truth accepted = T(0) <= T(0);
  bool decides = true;               // of the goal at hand
  Truth switched_off = T(0) > T(0);  // lanes in which it has no weight
  T squared_distance = T(0);
  T* first_row = nullptr;  // of those that nothing was said about yet
  T* last_row = nullptr;   // one beyond

  template <std::size_t n>
  MEMETIK_INLINE void rows(int row, const std::array<T, n>& values) {
    if (!first_row) first_row = residuals + row;
    last_row = residuals + row + n;
    for (std::size_t i = 0; i < n; ++i) {
      residuals[static_cast<std::size_t>(row) + i] = values[i];
      cost += values[i] * values[i];
    }
  }
  MEMETIK_INLINE void accept(const Truth& truth) {
    if (decides) accepted = accepted & (truth | switched_off);
  }
  // An error e beyond half the tolerance t counts by what is beyond: r (1 - t / 2e), else not at all. Half,
  // because where nothing pulls any longer rounding must not decide.
  MEMETIK_INLINE void ease(T* row, const T& squared, double limit) {
    const T quarter(0.25 * limit);
    if (decides) *row *= T(1) - sqrt(quarter / max(squared, max(quarter, T(1e-300))));
    eased_cost += *row * *row;
  }
  MEMETIK_INLINE void judge(const T& squared, double limit) {
    accept(squared <= T(limit));
    if (eased)
      for (T* row = first_row; row != last_row; ++row) ease(row, squared, limit);
    first_row = nullptr;
  }
  MEMETIK_INLINE void length(const T& squared, double limit) { judge(squared, limit); }
  MEMETIK_INLINE void angle(const T& chord_squared, double limit) { judge(chord_squared, limit); }
  MEMETIK_INLINE void lengths(const Vec3<T>& s, const double* limit) {
    accept((s.x <= T(limit[0])) & (s.y <= T(limit[1])) & (s.z <= T(limit[2])));
    if (eased) {
      ease(first_row, s.x, limit[0]);
      ease(first_row + 1, s.y, limit[1]);
      ease(first_row + 2, s.z, limit[2]);
    }
    first_row = nullptr;
  }
  MEMETIK_INLINE void angles(const Vec3<T>& s, const double* limit) { lengths(s, limit); }
  MEMETIK_INLINE void distance(const T& squared) { squared_distance += squared; }
  MEMETIK_INLINE void accept_distance(double limit) {
    judge(squared_distance, limit);
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
  int stride;
  const typename Lanes<T>::Truth* idle;  // lanes whose derivatives nobody needs, or null: all are needed
  bool last = false;                     // the goal at hand is the last one
  bool accumulates = false;

  // Turns rates by link velocity into rates by variable: the one place where goals meet joints.
  template <class Rates>
  MEMETIK_INLINE void moves(const Goal& goal, int link, const Vec3<T>& point, const Rates& rates) {
    if (idle && last && all(this->accepted | *idle)) return;  // nothing is left to improve
    kinematics->for_each_column(link, point,
                                [&](int variable, const Vec3<T>& linear, const Vec3<T>& angular) {
                                  const int column = column_of[variable];
                                  if (column < 0) return;
                                  const auto rate = rates(linear, angular);
                                  T* entry = columns + column * stride + goal.row;
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
