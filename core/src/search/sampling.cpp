#include "memetik/search/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace memetik {

namespace {

// Of a uniform rotation the angle t has density 1 - cos t (Haar measure), so t - sin t is uniform:
// solved by Newton's method from the small-angle solution, where t^3 / 6 is uniform.
double random_angle(double u, double largest) {
  const double wanted = u * (largest - std::sin(largest));
  double t = std::cbrt(6 * wanted);
  for (int i = 0; i < 6 && t > 1e-3; ++i) t -= (t - std::sin(t) - wanted) / (1 - std::cos(t));
  return std::clamp(t, 0.0, largest);
}

void random_rotation(RandomStream& random, double largest, double* w) {
  const double z = random.uniform(-1, 1), around = random.uniform(0, 2 * std::numbers::pi);
  const double radius = std::sqrt(1 - z * z);
  const double angle = random_angle(random.uniform(), std::min(largest, std::numbers::pi));
  w[0] = angle * radius * std::cos(around);
  w[1] = angle * radius * std::sin(around);
  w[2] = angle * z;
}

}  // namespace

Sampler::Sampler(const Problem& problem) {
  const Tree& tree = problem.tree();
  const double reach = tree.reach() > 0 ? tree.reach() : 1;  // a lone slide has no reach: a metre
  for (const int i : problem.active()) {
    const Variable& v = tree.variables()[static_cast<std::size_t>(i)];
    const bool translation = v.kind == VariableKind::translation;
    ranges_.push_back({i, v.kind, v.lower, v.upper, translation ? reach : std::numbers::pi});
    if (v.kind != VariableKind::rotation_vector && std::isinf(v.lower) && std::isinf(v.upper))
      depends_on_start_ |= !v.periodic;
  }
}

double Sampler::lower(std::size_t c, const double* start) const {
  const Range& r = ranges_[c];
  if (std::isfinite(r.lower)) return r.lower;
  return std::isfinite(r.upper) ? r.upper - 2 * r.half_width : start[r.variable] - r.half_width;
}

double Sampler::upper(std::size_t c, const double* start) const {
  const Range& r = ranges_[c];
  if (std::isfinite(r.upper)) return r.upper;
  return std::isfinite(r.lower) ? r.lower + 2 * r.half_width : start[r.variable] + r.half_width;
}

void Sampler::sample(RandomStream random, const double* start, double* q) const {
  for (std::size_t c = 0; c < ranges_.size(); ++c) {
    const Range& r = ranges_[c];
    if (r.kind == VariableKind::rotation_vector) {
      random_rotation(random, r.upper, q + r.variable);
      c += 2;
    } else {
      q[r.variable] = random.uniform(lower(c, start), upper(c, start));
    }
  }
}

}  // namespace memetik
