#include "arguments.hpp"

#include <cmath>

#include "memetik/math/sincos.hpp"
#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

// Whether a 4x4 matrix is a rigid transform up to rounding.
bool is_rigid(const double* m) {
  double off = std::fabs(m[12]) + std::fabs(m[13]) + std::fabs(m[14]) + std::fabs(m[15] - 1);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      const double *a = m + 4 * i, *b = m + 4 * j;
      off += std::fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] - (i == j));
    }
  const double det = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
                     m[2] * (m[4] * m[9] - m[5] * m[8]);
  return off < 1e-12 && det > 0 && all_usable(m, 16);
}

}  // namespace

void accept_if(bool condition) {
  if (!condition) throw RefusedArgument();
}

bool all_usable(const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (!(std::fabs(values[i]) <= max_value)) return false;
  return true;
}

bool is_target(const Goal& goal, const double* value) {
  if (goal.kernel->target_kind == TargetKind::pose) {
    for (std::size_t i = 0; i < goal.target.size(); i += 16)
      if (!is_rigid(value + i)) return false;
    return true;
  }
  if (!all_usable(value, goal.target.size())) return false;
  if (goal.kernel->target_kind == TargetKind::numbers) return true;
  double square = 0;
  const std::size_t first = goal.kernel->target_kind == TargetKind::point_and_direction ? 3 : 0;
  for (std::size_t i = first; i < goal.target.size(); ++i) square += value[i] * value[i];
  return std::fabs(square - 1) < 1e-12;
}

std::int64_t first_bad_target(const NativeProblem& problem, int goal, const Numbers& values) {
  const Goal& record = problem.problem.goals()[static_cast<std::size_t>(goal)];
  const std::size_t size = record.target.size();
  for (std::size_t i = 0; i * size < values.size(); ++i)
    if (!is_target(record, values.data() + i * size)) return static_cast<std::int64_t>(i);
  return -1;
}

}  // namespace memetik
