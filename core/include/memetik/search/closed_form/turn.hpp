// A rotation about a known axis, as its cosine and sine: closed forms need angles at their end only.
#pragma once

#include "memetik/math/frame.hpp"

namespace memetik {

template <class T>
struct Turn {
  T c, s;

  friend Turn operator*(const Turn& a, const Turn& b) {
    return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
  }
};

template <class T>
Turn<T> inverse(const Turn<T>& t) {
  return {t.c, -t.s};
}

// v, rotated about a unit vector (Rodrigues): c v + s (h x v) + (1 - c) (h . v) h.
template <class T>
Vec3<T> turned(const Vec3<double>& axis, const Turn<T>& t, const Vec3<T>& v) {
  const Vec3<T> h = broadcast<T>(axis);
  return t.c * v + t.s * cross(h, v) + ((T(1) - t.c) * dot(h, v)) * h;
}
template <class T>
Vec3<T> turned_back(const Vec3<double>& axis, const Turn<T>& t, const Vec3<T>& v) {
  return turned(axis, inverse(t), v);
}

// The points that a vector takes when it turns about an axis: center + c cosine + s sine.
struct Circle {
  Vec3<double> center, cosine, sine;

  Circle() = default;
  Circle(const Vec3<double>& axis, const Vec3<double>& v)
      : center(dot(axis, v) * axis), cosine(v - center), sine(cross(axis, v)) {}

  template <class T>
  Vec3<T> at(const Turn<T>& t) const {
    return broadcast<T>(center) + t.c * broadcast<T>(cosine) + t.s * broadcast<T>(sine);
  }
  double radius() const { return norm(sine); }
};

}  // namespace memetik
