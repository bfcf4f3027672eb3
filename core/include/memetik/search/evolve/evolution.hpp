// The parameters of memetic evolution.
#pragma once

#include <cstdint>

namespace memetik {

enum class Exploitation : std::uint8_t {
  levenberg_marquardt,  // Settle, which uses the residuals' Jacobian
  lbfgsb,               // L-BFGS-B, which uses the gradient only
  none,
};

struct Evolution {
  int islands = 4;    // parallel populations; fixed, so that solutions do not depend on the number of threads
  int species = 4;    // species per island, each with its own best individual
  int children = 12;  // children per species and generation
  Exploitation exploitation = Exploitation::levenberg_marquardt;
};

}  // namespace memetik
