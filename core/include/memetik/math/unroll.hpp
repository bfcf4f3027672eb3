// Loops of a length known at compile time, always unrolled.
#pragma once

#include <cstddef>
#include <utility>

#include "memetik/math/pack.hpp"

namespace memetik {

// Calls f(0), ..., f(n - 1). If f is always inlined, its argument is a constant in each copy.
template <std::size_t n, class F>
MEMETIK_INLINE void unroll(F f) {
  [&]<std::size_t... i>(std::index_sequence<i...>)
      MEMETIK_INLINED { (f(i), ...); }(std::make_index_sequence<n>{});
}

}  // namespace memetik
