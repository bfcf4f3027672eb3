#include "memetik/search/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace memetik {

namespace {

// The angle t of a uniform random rotation has density 1 - cos t (Haar measure), so t - sin t is uniform.
// Newton's method solves for t from the small-angle solution, where t^3 / 6 is uniform.
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
  const double reach =
      tree.reach() > 0 ? tree.reach() : 1;  // a single prismatic joint has no reach: one metre
  for (std::size_t c = 0; c < problem.active().size(); ++c) {
    const int i = problem.active()[c];
    const bool varied = problem.primary_rows() == 0 || !problem.primary_support(static_cast<int>(c)).empty();
    const Variable& v = tree.variables()[static_cast<std::size_t>(i)];
    const bool translation = v.kind == VariableKind::translation;
    const bool bounded = std::isfinite(v.lower) && std::isfinite(v.upper);
    ranges_.push_back({i, v.kind, v.lower, v.upper, translation ? reach : std::numbers::pi, varied, bounded});
    if (varied && v.kind != VariableKind::rotation_vector && std::isinf(v.lower) && std::isinf(v.upper))
      depends_on_start_ |= !v.periodic;
  }
}

Interval Sampler::Range::around(const double* start) const {
  if (bounded) return {lower, upper};
  if (std::isfinite(lower)) return {lower, lower + 2 * half_width};
  if (std::isfinite(upper)) return {upper - 2 * half_width, upper};
  return {start[variable] - half_width, start[variable] + half_width};
}

Interval Sampler::interval(std::size_t c, const Query& query) const {
  const Range& range = ranges_[c];
  const bool is_rotation_vector = range.kind == VariableKind::rotation_vector;
  const double largest = std::min(range.upper, std::numbers::pi);
  const Interval own = is_rotation_vector ? Interval{-largest, largest} : range.around(query.start.data());
  if (query.max_change.empty()) return own;
  const Interval box = interval_of(problem_->tree(), query, static_cast<std::size_t>(range.variable));
  return {std::max(own.lower, box.lower), std::min(own.upper, box.upper)};
}

void Sampler::widths(const Query& query, std::span<double> out) const {
  for (std::size_t c = 0; c < out.size(); ++c) {
    const auto [lower, upper] = interval(c, query);
    out[c] = ranges_[c].varied ? std::max(upper - lower, 0.0) : 0;
  }
}

void Sampler::sample(RandomStream random, const Query& query, double* q) const {
  const bool any_narrowed = !query.max_change.empty();
  for (std::size_t c = 0; c < ranges_.size(); ++c) {
    const Range& range = ranges_[c];
    if (!range.varied) continue;
    const bool narrowed =
        any_narrowed && std::isfinite(query.max_change[static_cast<std::size_t>(range.variable)]);
    if (narrowed) {
      const auto [lower, upper] = interval(c, query);
      q[range.variable] = random.uniform(lower, std::max(lower, upper));
    } else if (range.kind == VariableKind::rotation_vector) {
      random_rotation(random, range.upper, q + range.variable);
      c += 2;
    } else {
      const auto [lower, upper] =
          range.bounded ? Interval{range.lower, range.upper} : range.around(query.start.data());
      q[range.variable] = random.uniform(lower, upper);
    }
  }
  // the corners of a rotation vector's cube may exceed its largest angle
  if (!query.max_change.empty()) clip(problem_->tree(), query, {q, query.start.size()});
}

}  // namespace memetik
