// Converts Python's sequences and arrays to vectors and frames.
#pragma once

#include <nanobind/stl/array.h>

#include <array>

#include "bindings.hpp"
#include "memetik/math/frame.hpp"

namespace memetik {

using Numbers3 = std::array<double, 3>;
using Matrix4 = std::array<std::array<double, 4>, 4>;

inline Vec3<double> vector_of(const Numbers3& v) { return {v[0], v[1], v[2]}; }

inline Frame<double> frame_of(const Matrix4& m) {
  const auto column = [&](std::size_t c) { return Vec3<double>{m[0][c], m[1][c], m[2][c]}; };
  return {column(0), column(1), column(2), column(3)};
}

}  // namespace memetik
