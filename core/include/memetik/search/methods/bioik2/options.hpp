// The parameters of BioIK 2 and the modes that its thesis compares.
#pragma once

#include <cstdint>

namespace memetik {

// The gradient method that improves elites (thesis 3.7.9).
enum class Memetics : std::uint8_t { quadratic, linear, lbfgs, none };

// Whether mutations draw their random size per individual or per gene.
enum class MutationSize : std::uint8_t { individual, gene };

struct BioIk2Options {
  int islands = 1;     // fixed, so that solutions do not depend on the number of threads
  int species = 2;     // per island
  int population = 2;  // individuals per species
  int children = 16;   // per species and generation
  int elites = 1;      // individuals per species that gradients improve
  int evolution_generations = 8, optimization_generations = 8;  // per step
  Memetics memetics = Memetics::quadratic;
  MutationSize mutation = MutationSize::individual;
  bool momentum = true;
  bool wipe_outs = true;
  bool random_start = false;  // all islands but the first begin at random
  bool extrapolate = true;    // children are evaluated by a linear model instead of exactly
};

}  // namespace memetik
