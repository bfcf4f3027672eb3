// The few parameters of memetic evolution.
#pragma once

#include <cstdint>

namespace memetik {

enum class Exploitation : std::uint8_t {
  levenberg_marquardt,  // settle mode: for goals made of residuals
  lbfgsb,               // by gradients alone
  none,
};

struct Evolution {
  int islands = 4;    // populations side by side; fixed, so that answers do not depend on threads
  int species = 4;    // of an island, each with a best individual of its own
  int children = 12;  // of a species, per generation
  Exploitation exploitation = Exploitation::levenberg_marquardt;
};

}  // namespace memetik
