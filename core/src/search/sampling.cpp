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

Sampler::Sampler(const Problem& problem) : problem_(&problem) {
  const Tree& tree = problem.tree();
  const double reach = tree.reach() > 0 ? tree.reach() : 1;  // a lone slide has no reach: a metre
  for (const int i : problem.active()) {
    const Variable& v = tree.variables()[static_cast<std::size_t>(i)];
    half_widths_.push_back(v.kind == VariableKind::translation ? reach : std::numbers::pi);
    if (v.kind != VariableKind::rotation_vector && std::isinf(v.lower) && std::isinf(v.upper))
      depends_on_start_ |= !v.periodic;
  }
}

Interval Sampler::interval(std::size_t c, const Query& query) const {
  const auto i = static_cast<std::size_t>(problem_->active()[c]);
  const Variable& v = problem_->tree().variables()[i];
  const double start = query.start[i], half = half_widths_[c];
  double lower = v.lower, upper = v.upper;
  if (v.kind == VariableKind::rotation_vector) {
    lower = -v.upper;
  } else if (std::isinf(lower) || std::isinf(upper)) {
    const double first = lower;
    lower = std::isfinite(first) ? first : (std::isfinite(upper) ? upper - 2 * half : start - half);
    upper = std::isfinite(upper) ? upper : (std::isfinite(first) ? first + 2 * half : start + half);
  }
  if (query.max_change.empty()) return {lower, upper};
  const Interval box = interval_of(problem_->tree(), query, i);
  return {std::max(lower, box.lower), std::min(upper, box.upper)};
}

void Sampler::sample(RandomStream random, const Query& query, double* q) const {
  for (std::size_t c = 0; c < half_widths_.size(); ++c) {
    const auto i = static_cast<std::size_t>(problem_->active()[c]);
    const Variable& v = problem_->tree().variables()[i];
    const bool whole = query.max_change.empty() || std::isinf(query.max_change[i]);
    if (v.kind == VariableKind::rotation_vector && whole) {
      random_rotation(random, v.upper, q + i);
      c += 2;
    } else {
      const auto [lower, upper] = interval(c, query);
      q[i] = random.uniform(lower, std::max(lower, upper));
    }
  }
}

}  // namespace memetik
