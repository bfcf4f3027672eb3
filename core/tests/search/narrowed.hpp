// Queries with max_change: they limit the distance of variables from the start.
#pragma once

#include <algorithm>
#include <numbers>
#include <vector>

#include "memetik/search/box.hpp"
#include "random_goals.hpp"

namespace memetik {

struct Narrowed {
  std::vector<double> start, max_change;
  Query query() const { return {.start = start, .max_change = max_change}; }
};

inline bool is_rotation_vector(const Tree& tree, std::size_t i) {
  return tree.variables()[i].kind == VariableKind::rotation_vector;
}

// Every variable is free, limited or locked; the entries of a rotation vector are treated alike.
inline Narrowed random_narrowed(Random& random, const Tree& tree) {
  Narrowed result{inside_limits(random, tree), {}};
  while (result.max_change.size() < result.start.size()) {
    const double changes[] = {HUGE_VAL, 0, random.uniform(0, 1), random.uniform(0, 1)};
    const std::size_t count = is_rotation_vector(tree, result.max_change.size()) ? 3 : 1;
    result.max_change.insert(result.max_change.end(), count, changes[random.integer(4)]);
  }
  return result;
}

inline Vec3<double> rotation_vector_at(const std::vector<double>& q, std::size_t i) {
  return {q[i], q[i + 1], q[i + 2]};
}

// The angle between two rotations.
inline double angle_from(const Vec3<double>& a, const Vec3<double>& b) {
  return norm(log_rotation(inverse(exp_rotation(a)) * exp_rotation(b)));
}

// Whether the query allows q, by the definition of max_change, without the box.
inline bool allowed(const Tree& tree, const Narrowed& narrowed, const std::vector<double>& q, double slack) {
  bool inside = within_limits(tree, q, slack);
  for (std::size_t i = 0; i < q.size(); i += is_rotation_vector(tree, i) ? 3 : 1) {
    const double change = is_rotation_vector(tree, i)
                              ? angle_from(rotation_vector_at(narrowed.start, i), rotation_vector_at(q, i))
                              : std::abs(q[i] - narrowed.start[i]);
    inside &= change <= narrowed.max_change[i] + slack;
  }
  return inside;
}

}  // namespace memetik
