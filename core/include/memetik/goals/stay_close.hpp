// StayClose: some variables near a configuration, differences taken on the joint.
#pragma once

#include <numbers>
#include <span>

#include "memetik/kinematics/tree.hpp"
#include "memetik/math/sincos.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik::goals {

// Parameters: the wanted value of every variable, the factor of every variable, the factor of all.

// A periodic difference the short way round: d - 2 pi round(d / 2 pi).
template <class T>
MEMETIK_INLINE T wrapped(const T& d) {
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer
  const T turns = (d * (0.5 * std::numbers::inv_pi) + magic) - magic;
  return d - turns * (2 * std::numbers::pi);
}

// The unit quaternion (c, s w) of a rotation vector w with c = cos(t/2) and s = sin(t/2)/t, t = |w|, and
// ds = (ds/dt)/t, so that d(s w) = s dw + ds w (w . dw) and dc = -s (w . dw) / 2.
template <class T>
struct HalfTurn {
  T c, s, ds;
};

template <class T>
MEMETIK_INLINE HalfTurn<T> half_turn(const Vec3<T>& w) {
  const T t2 = dot(w, w);
  const auto small = t2 < T(0.01);
  const T safe = select(small, T(1), t2), t = sqrt(safe);
  T sine, cosine;
  sincos(T(0.5) * sqrt(t2), sine, cosine);
  // series of sin(t/2)/t and of its derivative by t, over t
  const T s = select(small, 0.5 - t2 * (1. / 48 - t2 * (1. / 3840 - t2 * (1. / 645120))), sine / t);
  const T ds = select(small, -1. / 24 + t2 * (1. / 960 - t2 * (1. / 107520)), (T(0.5) * cosine - s) / safe);
  return {cosine, s, ds};
}

// Rows of a rotation vector: twice the vector part of the quaternion from the wanted rotation to w, as
// seen from the wanted one. As long as 2 sin(angle/2), like the rotation rows of a pose.
template <class T, class Sink>
void evaluate_ball(const Goal& goal, int first, const T* wanted, const T* factor, const T* q, Sink& sink) {
  const Vec3<T> w{q[0], q[1], q[2]}, w0{wanted[0], wanted[1], wanted[2]};
  const HalfTurn<T> a = half_turn(w), b = half_turn(w0);
  const Vec3<T> u0 = -b.s * w0;  // of the wanted rotation's inverse
  const Vec3<T> u = a.s * w;
  const T scalar = b.c * a.c - dot(u0, u);
  const T sign = select(scalar < T(0), T(-2), T(2));
  const Vec3<T> residual = sign * (b.c * u + a.c * u0 + cross(u0, u));
  sink.rows(goal.row + first,
            std::array{factor[0] * residual.x, factor[1] * residual.y, factor[2] * residual.z});
  sink.distance(dot(residual, residual));
  const Vec3<T> unit[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  const T component[3] = {w.x, w.y, w.z};
  for (int j = 0; j < 3; ++j) {
    const Vec3<T> du = a.s * unit[j] + (a.ds * component[j]) * w;
    const T dc = T(-0.5) * a.s * component[j];
    const Vec3<T> rate = sign * (b.c * du + dc * u0 + cross(u0, du));
    const int variable = goal.variables[static_cast<std::size_t>(first + j)];
    sink.variable(goal.row + first + 0, variable, factor[0] * rate.x);
    sink.variable(goal.row + first + 1, variable, factor[1] * rate.y);
    sink.variable(goal.row + first + 2, variable, factor[2] * rate.z);
  }
}

template <class T, class Sink>
void evaluate_stay_close(const Goal& goal, std::span<const Variable> variables, const T* p, const T* q,
                         Sink& sink) {
  const int count = goal.rows;
  const T *wanted = p, *factor = p + count;
  for (int i = 0; i < count;) {
    const int index = goal.variables[static_cast<std::size_t>(i)];
    const Variable& variable = variables[static_cast<std::size_t>(index)];
    if (variable.kind == VariableKind::rotation_vector) {
      evaluate_ball(goal, i, wanted + i, factor + i, q + index, sink);
      i += 3;
      continue;
    }
    const T d = q[index] - wanted[i];
    const T residual = variable.periodic ? wrapped(d) : d;
    sink.rows(goal.row + i, std::array{factor[i] * residual});
    sink.distance(residual * residual);
    sink.variable(goal.row + i, index, factor[i]);
    i += 1;
  }
  sink.accept_distance(goal.limit[0]);
}

}  // namespace memetik::goals
