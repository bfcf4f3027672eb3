// The parameters of BioIK 2, and the modes its thesis compares.
#pragma once

#include <cstdint>
#include <optional>

namespace memetik {

// How the best are improved by gradients (thesis 3.7.9).
enum class Memetics : std::uint8_t { quadratic, linear, lbfgs, none };

// What has a random size of its own in a mutation.
enum class MutationSize : std::uint8_t { individual, gene };

struct BioIk2Options {
  std::optional<int> islands = {};  // by default as many as the solver has threads
  int species = 2;                  // of an island
  int population = 2;               // individuals of a species
  int children = 16;                // of a species, per generation
  int elites = 1;                   // individuals of a species that are improved by gradients
  int evolution_generations = 8, optimization_generations = 8;  // of a step
  Memetics memetics = Memetics::quadratic;
  MutationSize mutation = MutationSize::individual;
  bool momentum = true;
  bool wipe_outs = true;
  bool random_start = false;  // of all islands but the first
  bool extrapolate = true;    // children are judged by a linear model instead of exactly
};

}  // namespace memetik
