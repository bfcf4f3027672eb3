// A rigid frame of doubles with every column in one vector register. Its product has the lowest latency,
// which decides where there is only one configuration.
#pragma once

#include "memetik/math/frame.hpp"

namespace memetik {

using Column = double __attribute__((vector_size(4 * sizeof(double))));

struct Columns {
  Column x, y, z, p;  // the fourth entries are 0, 0, 0 and undefined
};

MEMETIK_INLINE Column to_column(const Vec3<double>& v) { return Column{v.x, v.y, v.z, 0}; }
MEMETIK_INLINE Vec3<double> to_vec3(const Column& c) { return {c[0], c[1], c[2]}; }

MEMETIK_INLINE Columns to_columns(const Frame<double>& f) {
  return {to_column(f.x), to_column(f.y), to_column(f.z), to_column(f.p)};
}
MEMETIK_INLINE Frame<double> to_frame(const Columns& c) {
  return {to_vec3(c.x), to_vec3(c.y), to_vec3(c.z), to_vec3(c.p)};
}

MEMETIK_INLINE Column rotate(const Columns& a, const Column& v) {
  return a.x * v[0] + a.y * v[1] + a.z * v[2];
}

MEMETIK_INLINE Columns operator*(const Columns& a, const Columns& b) {
  return {rotate(a, b.x), rotate(a, b.y), rotate(a, b.z), a.p + rotate(a, b.p)};
}

MEMETIK_INLINE Columns inverse(const Columns& a) {
  const Columns transposed{
      {a.x[0], a.y[0], a.z[0], 0}, {a.x[1], a.y[1], a.z[1], 0}, {a.x[2], a.y[2], a.z[2], 0}, {0, 0, 0, 0}};
  return {transposed.x, transposed.y, transposed.z, -rotate(transposed, a.p)};
}

// a times a rotation about z.
MEMETIK_INLINE Columns turn_about_z(const Columns& a, double sine, double cosine) {
  return {cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z, a.p};
}

}  // namespace memetik
