// The operators that evolutionary methods share: selection by rank, extinction, recombination, mutation,
// adoption (Starke 2020, dissertation 4.5). Every U in a formula is a new random number from [0, 1).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "memetik/runtime/random.hpp"

namespace memetik {

// Selects one of n >= 1 individuals that are sorted best first: the i-th, counted from 0, with probability
// (n - i) / (1 + 2 + ... + n) (4.14). The first i have i (2 n + 1 - i) / 2 of the n (n + 1) / 2 shares; this
// inverts that formula.
inline int select_by_rank(int n, RandomStream& random) {
  const double m = 2.0 * n + 1, share = random.uniform() * n * (n + 1.0);
  const int i = static_cast<int>(0.5 * (m - std::sqrt(m * m - 4 * share)));
  return std::min(std::max(i, 0), n - 1);
}

// The extinction factor of an individual in a sorted population, from 0 (best) to 1 (worst) (4.17):
//   (f_i + f_min ((i - 1) / (n - 1) - 1)) / f_max, i = 1 .. n;
// by rank alone if that is not finite.
inline double extinction(double fitness, double lowest, double highest, std::size_t rank, std::size_t size) {
  const double place = size > 1 ? static_cast<double>(rank) / static_cast<double>(size - 1) : 0;
  if (!(highest > 0) || !std::isfinite(highest)) return place;
  return (fitness + lowest * (place - 1)) / highest;
}

constexpr double interpolate(double a, double b, double share) { return a + share * (b - a); }

// The genes of an individual and the momentum of their motion.
struct Motion {
  std::span<double> genes, momentum;
};
struct ConstMotion {
  std::span<const double> genes, momentum;
};

// g = U g1 + U g2, x = lerp_U(x1, x2) + g (4.16).
inline void recombine(const ConstMotion& one, const ConstMotion& other, RandomStream& random,
                      const Motion& child) {
  for (std::size_t i = 0; i < child.genes.size(); ++i) {
    child.momentum[i] = random.uniform() * one.momentum[i] + random.uniform() * other.momentum[i];
    child.genes[i] = interpolate(one.genes[i], other.genes[i], random.uniform()) + child.momentum[i];
  }
}

// With the parents' mean extinction e and the widths of the search intervals, a gene changes with probability
// (e (n - 1) + 1) / n by U[-1, 1] e width (4.18). The change is added to the momentum.
inline void mutate(double e, std::span<const double> widths, RandomStream& random, const Motion& child) {
  const auto n = static_cast<double>(child.genes.size());
  const double rate = (e * (n - 1) + 1) / n;
  for (std::size_t i = 0; i < child.genes.size(); ++i) {
    if (random.uniform() >= rate) continue;
    const double move = random.uniform(-1, 1) * e * widths[i];
    child.genes[i] += move;
    child.momentum[i] += move;
  }
}

// x' = x + lerp_U(U (x0 - x), U (x* - x)), where x0 = lerp_U(x1, x2) is between the parents and x* a
// prototype (4.19). The change is added to the momentum.
inline void adopt(std::span<const double> one, std::span<const double> other,
                  std::span<const double> prototype, RandomStream& random, const Motion& child) {
  for (std::size_t i = 0; i < child.genes.size(); ++i) {
    const double x = child.genes[i], between = interpolate(one[i], other[i], random.uniform());
    const double to_parents = random.uniform() * (between - x);
    const double to_prototype = random.uniform() * (prototype[i] - x);
    const double move = interpolate(to_parents, to_prototype, random.uniform());
    child.genes[i] += move;
    child.momentum[i] += move;
  }
}

}  // namespace memetik
