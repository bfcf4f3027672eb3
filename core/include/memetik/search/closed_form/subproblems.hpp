// The geometric subproblems that the inverse kinematics of arms decompose into (Paden 1986; numbered as by
// Elias and Wen, "Canonical subproblems for robot inverse kinematics", 2022). Subproblem 3, a circle and a
// sphere, is a case of 4, and subproblems 2, 5 and 6 are pairs of equations: see equation_pair.hpp.
//
// For T = double they return the best approximation where there is no solution; for T = Bounded, a bound of
// every solution, or none if there is none for any input within the errors.
#pragma once

#include "memetik/search/closed_form/bounded.hpp"
#include "memetik/search/closed_form/turn.hpp"

namespace memetik {

// At most two turns that solve a subproblem.
template <class T>
struct Turns {
  Turn<T> at[2];
  int count = 0;
  bool free = false;  // all turns solve it
};

// A quantity: its usual size, and the largest error that a best approximation may have.
struct Scale {
  double unit, slack;
};

// Quantities below this share of their unit count as zero: any turn is as good as another.
inline constexpr double vanishing = 1e-7;

// Nothing is known of the turn.
inline Turn<Bounded> any_turn() { return {{0, 1}, {0, 1}}; }

// Subproblem 1, circle and point: the turn about `axis` that takes u to v, as far as they differ from the
// axis. `reference` is returned if they do not.
inline Turns<double> turn_between(const Vec3<double>& axis, const Vec3<double>& u, const Vec3<double>& v,
                                  double unit, const Turn<double>& reference) {
  const double c = dot(u, v) - dot(axis, u) * dot(axis, v), s = dot(cross(axis, u), v);
  const double r = sqrt(c * c + s * s), least = vanishing * unit;
  if (r <= least * least) return {{reference}, 1, true};
  return {{{c / r, s / r}}, 1, false};
}
inline Turns<Bounded> turn_between(const Vec3<double>& axis, const Vec3<Bounded>& u, const Vec3<Bounded>& v,
                                   double, const Turn<Bounded>&) {
  const Vec3<Bounded> h = broadcast<Bounded>(axis);
  const Bounded c = dot(u, v) - dot(h, u) * dot(h, v), s = dot(cross(h, u), v), r = sqrt(c * c + s * s);
  if (!(r.lowest() > 0)) return {{any_turn()}, 1, true};
  return {{{c / r, s / r}}, 1, false};
}

// Subproblem 4, circle and plane: a c + b s = d. The solutions are where the unit circle meets a line at the
// distance d / r from its center, r^2 = a^2 + b^2: (c, s) = ((a, b) d +- (-b, a) w) / r^2, w^2 = r^2 - d^2.
inline Turns<double> meet_plane(double a, double b, double d, const Scale& scale,
                                const Turn<double>& reference) {
  const double square = a * a + b * b, r = sqrt(square), excess = abs(d) - r;
  if (excess > scale.slack) return {};
  if (r <= vanishing * scale.unit) return {{reference}, 1, true};
  if (excess >= 0) {  // the nearest point of the circle
    const double side = d < 0 ? -1 : 1;
    return {{{side * a / r, side * b / r}}, 1, false};
  }
  const double w = sqrt(-excess * (r + abs(d)));
  return {{{(a * d - b * w) / square, (b * d + a * w) / square},
           {(a * d + b * w) / square, (b * d - a * w) / square}},
          2,
          false};
}
inline Turns<Bounded> meet_plane(const Bounded& a, const Bounded& b, const Bounded& d, const Scale&,
                                 const Turn<Bounded>&) {
  const Bounded square = a * a + b * b, w_square = square - d * d;
  if (w_square.highest() < 0) return {};
  if (!(square.lowest() > 0)) return {{any_turn()}, 1, true};
  if (w_square.lowest() <= 0) {  // both solutions, near their merging
    const Bounded w{0, std::sqrt(w_square.highest())};
    return {{{(a * d - b * w) / square, (b * d + a * w) / square}}, 1, false};
  }
  const Bounded w = sqrt(w_square);
  return {{{(a * d - b * w) / square, (b * d + a * w) / square},
           {(a * d + b * w) / square, (b * d - a * w) / square}},
          2,
          false};
}

}  // namespace memetik
