#include "memetik/search/closed_form/equation_pair.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace memetik {

namespace {

using Complex = std::complex<double>;

// f(t) = f0 + f1 cos t + f2 sin t + f3 cos 2t + f4 sin 2t
using Wave = std::array<double, 5>;

struct Jet {
  double value, first, second;
};

Jet evaluate(const Wave& f, double t) {
  const double c = std::cos(t), s = std::sin(t), c2 = c * c - s * s, s2 = 2 * s * c;
  const double once = f[1] * c + f[2] * s, twice = f[3] * c2 + f[4] * s2;
  return {f[0] + once + twice, f[2] * c - f[1] * s + 2 * (f[4] * c2 - f[3] * s2), -once - 4 * twice};
}

// The zeros of a polynomial, lowest coefficient first, all at once (Aberth 1973).
std::array<Complex, 4> zeros_of(const std::array<Complex, 5>& p) {
  constexpr int max_iterations = 60;
  constexpr double exact = 1e-15;
  // on the circle where most zeros are, without symmetry
  std::array<Complex, 4> z;
  for (std::size_t i = 0; i < 4; ++i) z[i] = std::polar(1.0, 0.4 + 1.7 * static_cast<double>(i));
  for (int k = 0; k < max_iterations; ++k) {
    double largest = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      Complex value = p[4], slope = 0;
      for (std::size_t n = 4; n-- > 0;) {
        slope = slope * z[i] + value;
        value = value * z[i] + p[n];
      }
      Complex repulsion = 0;
      for (std::size_t j = 0; j < 4; ++j)
        if (j != i && z[i] != z[j]) repulsion += 1.0 / (z[i] - z[j]);
      const Complex divisor = slope - value * repulsion;
      if (divisor == 0.0) continue;
      const Complex step = value / divisor;
      z[i] -= step;
      largest = std::max(largest, std::norm(step) / std::max(std::norm(z[i]), 1e-300));
    }
    if (largest < exact * exact) break;
  }
  return z;
}

// [rad] Within this distance of a zero or of an extremum, Newton's method converges to it.
constexpr double nearby = 0.1;

// Newton steps to a zero of f, while they lower |f|.
double refine_zero(const Wave& f, double t) {
  for (int k = 0; k < 3; ++k) {
    const auto [value, slope, curvature] = evaluate(f, t);
    const double step = slope == 0 ? 0 : -value / slope;
    if (!(std::abs(step) < nearby) || !(std::abs(evaluate(f, t + step).value) < std::abs(value))) break;
    t += step;
  }
  return t;
}

// Newton steps to an extremum of f.
double refine_extremum(const Wave& f, double t) {
  for (int k = 0; k < 8; ++k) {
    const auto [value, slope, curvature] = evaluate(f, t);
    const double step = curvature == 0 ? 0 : -slope / curvature;
    if (!(std::abs(step) < nearby)) break;
    t += step;
  }
  return t;
}

}  // namespace

// |e - F x|^2 = 1 is a wave of x's angle t. In w = exp(i t) it is a polynomial whose zeros come in pairs w
// and 1 / conj(w); those on the unit circle are solutions. A pair off the circle is a least distance of two
// ellipses: a best approximation.
CoupledPair::CoupledPair(const EquationPair<double>& pair, const Turn<double>& reference) {
  const auto& [a, b, d, scale] = pair;
  const double determinant = b[0][0] * b[1][1] - b[0][1] * b[1][0];
  const auto solved = [&](double first, double second) {
    return std::array{(b[1][1] * first - b[0][1] * second) / determinant,
                      (b[0][0] * second - b[1][0] * first) / determinant};
  };
  const auto e = solved(d[0], d[1]), f0 = solved(a[0][0], a[1][0]), f1 = solved(a[0][1], a[1][1]);
  const auto product = [](const auto& u, const auto& v) { return u[0] * v[0] + u[1] * v[1]; };
  const double g00 = product(f0, f0), g01 = product(f0, f1), g11 = product(f1, f1);
  const Wave f{product(e, e) - 1 + 0.5 * (g00 + g11), -2 * product(e, f0), -2 * product(e, f1),
               0.5 * (g00 - g11), g01};
  const auto slack_of = solved(scale[0].slack, 0), slack_and = solved(0, scale[1].slack);
  const double size = std::sqrt(product(e, e) + g00 + g11 + 1);
  const double slack =
      2 * size * (std::hypot(slack_of[0], slack_of[1]) + std::hypot(slack_and[0], slack_and[1])) + 1e-9;
  const auto add = [&](double t) {
    const Turn<double> x{std::cos(t), std::sin(t)};
    const double c = e[0] - f0[0] * x.c - f1[0] * x.s, s = e[1] - f0[1] * x.c - f1[1] * x.s;
    const double r = std::hypot(c, s);
    if (count_ < 4 && r > 0) solutions_[static_cast<std::size_t>(count_++)] = {x, {c / r, s / r}};
  };
  const double first = std::hypot(f[1], f[2]), second = std::hypot(f[3], f[4]);
  if (std::max(first, second) <= vanishing) {  // y is the same for every x
    if (std::abs(f[0]) > slack) return;
    free_ = true;
    add(std::atan2(reference.s, reference.c));
    return;
  }
  if (second <= 1e-10 * first) {
    const Turns<double> turns = meet_plane(f[1], f[2], -f[0], {1, slack}, reference);
    for (int i = 0; i < turns.count; ++i) add(std::atan2(turns.at[i].s, turns.at[i].c));
    return;
  }
  constexpr double on_circle = 1e-5;
  const Complex w1{0.5 * f[1], -0.5 * f[2]}, w2{0.5 * f[3], -0.5 * f[4]};
  for (const Complex& w : zeros_of({std::conj(w2), std::conj(w1), f[0], w1, w2})) {
    const double radius = std::abs(w), t = std::arg(w);
    if (std::abs(radius - 1) < on_circle) {
      add(refine_zero(f, t));
    } else if (radius > 1) {
      const double extremum = refine_extremum(f, t);
      if (std::abs(evaluate(f, extremum).value) <= slack) add(extremum);
    }
  }
}

}  // namespace memetik
