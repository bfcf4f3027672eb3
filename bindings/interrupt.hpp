// Ctrl-C during long computations.
#pragma once

#include "bindings.hpp"

namespace memetik {

// The poll of a Stop, see runtime/stop.hpp: whether Python has an exception to raise.
inline bool interrupted() {
  const nb::gil_scoped_acquire acquired;
  return PyErr_CheckSignals() != 0;
}

}  // namespace memetik
