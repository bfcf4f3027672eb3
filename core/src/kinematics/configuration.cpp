#include "memetik/kinematics/configuration.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "memetik/math/rotation_vector.hpp"
#include "memetik/math/sincos.hpp"

namespace memetik {

namespace {

Vec3<double> vector_at(std::span<const double> q, std::size_t i) { return {q[i], q[i + 1], q[i + 2]}; }

void store(const Vec3<double>& w, std::span<double> q, std::size_t i) {
  q[i] = w.x;
  q[i + 1] = w.y;
  q[i + 2] = w.z;
}

// Calls rotation_vector(i) for the first entry of every rotation vector and single(i) for every other
// variable.
template <class Single, class RotationVector>
void for_each_variable(const Tree& tree, Single single, RotationVector rotation_vector) {
  const auto variables = tree.variables();
  for (std::size_t i = 0; i < variables.size();) {
    if (variables[i].kind == VariableKind::rotation_vector) {
      rotation_vector(i);
      i += 3;
    } else {
      single(i);
      i += 1;
    }
  }
}

bool unwind(const Variable& v, double reference, double& value) {
  constexpr double turn = 2 * std::numbers::pi;
  if (!v.repeats_after_turn || v.upper - v.lower < turn) return false;
  const double wanted = std::nearbyint((reference - value) / turn);
  if (wanted == 0) return false;
  const double min_turns = std::ceil((v.lower - value) / turn),
               max_turns = std::floor((v.upper - value) / turn);
  const double turns = std::clamp(wanted, min_turns, max_turns);
  if (turns == 0) return false;
  value = std::clamp(value + turns * turn, v.lower, v.upper);
  return true;
}

}  // namespace

void clip(const Tree& tree, std::span<double> q) {
  const auto variables = tree.variables();
  for_each_variable(
      tree,
      [&](std::size_t i) {
        const double lower = std::max(variables[i].lower, -max_value);
        q[i] = std::clamp(q[i], lower, std::min(variables[i].upper, max_value));
      },
      [&](std::size_t i) { store(clip_rotation_vector(vector_at(q, i), variables[i].upper), q, i); });
}

Vec3<double> clip_rotation_vector(const Vec3<double>& w, double largest) {
  const Vec3<double> wrapped = wrap_rotation_vector(w);
  const double angle = norm(wrapped);
  constexpr double inside = 1 - 1e-15;  // keeps the result within the limit despite rounding
  return angle > largest ? (inside * largest / angle) * wrapped : wrapped;
}

bool within_limits(const Tree& tree, std::span<const double> q, double tolerance) {
  const auto variables = tree.variables();
  bool inside = true;
  for_each_variable(
      tree,
      [&](std::size_t i) {
        inside &= q[i] >= variables[i].lower - tolerance && q[i] <= variables[i].upper + tolerance;
      },
      [&](std::size_t i) {
        inside &= norm(wrap_rotation_vector(vector_at(q, i))) <= variables[i].upper + tolerance;
      });
  return inside;
}

void difference(const Tree& tree, std::span<const double> from, std::span<const double> to,
                std::span<double> out) {
  const auto variables = tree.variables();
  for_each_variable(
      tree,
      [&](std::size_t i) {
        const double d = to[i] - from[i];
        out[i] = variables[i].periodic ? std::remainder(d, 2 * std::numbers::pi) : d;
      },
      [&](std::size_t i) {
        const Frame<double> a = exp_rotation(vector_at(from, i)), b = exp_rotation(vector_at(to, i));
        store(log_rotation(inverse(a) * b), out, i);
      });
}

void advance(const Tree& tree, std::span<const double> from, std::span<const double> motion,
             std::span<double> out) {
  for_each_variable(
      tree, [&](std::size_t i) { out[i] = from[i] + motion[i]; },
      [&](std::size_t i) {
        const Frame<double> a = exp_rotation(vector_at(from, i)), b = exp_rotation(vector_at(motion, i));
        store(log_rotation(a * b), out, i);
      });
}

bool unwind(const Tree& tree, std::span<const double> reference, std::span<double> q) {
  bool shifted = false;
  for (std::size_t i = 0; i < q.size(); ++i) shifted |= unwind(tree.variables()[i], reference[i], q[i]);
  return shifted;
}

bool unwind(const Tree& tree, std::span<const int> variables, std::span<const double> reference,
            std::span<double> q) {
  bool shifted = false;
  for (const int variable : variables) {
    const auto i = static_cast<std::size_t>(variable);
    shifted |= unwind(tree.variables()[i], reference[i], q[i]);
  }
  return shifted;
}

}  // namespace memetik
