// Geometric primitives and the signed distance of a point from them.
#pragma once

#include <cstdint>

#include "memetik/math/frame.hpp"

namespace memetik {

enum class PrimitiveKind : std::uint8_t {
  half_space,  // z <= 0
  sphere,      // radius size.x
  box,         // half lengths size
  cylinder,    // along z, radius size.x, half length size.z
  capsule,     // a cylinder with hemispheres on its ends
};

struct Primitive {
  PrimitiveKind kind;
  Vec3<double> size;
  Frame<double> frame;  // its pose, relative to a link or to the root
};

// The distance is negative inside; the normal is its gradient, a unit vector.
template <class T>
struct SignedDistance {
  T value;
  Vec3<T> normal;
};

namespace detail {

// |v| and its direction. The direction of zero is x, which leads out of spheres, cylinders and capsules.
template <class T>
MEMETIK_INLINE SignedDistance<T> length_and_direction(const Vec3<T>& v) {
  const T length = norm(v);
  const Vec3<T> out{T(1), T(0), T(0)};
  return {length, select(length > T(1e-12), (T(1) / max(length, T(1e-12))) * v, out)};
}

template <class T>
MEMETIK_INLINE T sign_of(const T& x) {
  return select(x < T(0), T(-1), T(1));
}

template <class T>
MEMETIK_INLINE SignedDistance<T> to_box(const Vec3<T>& p, const Vec3<double>& half) {
  const Vec3<T> over{abs(p.x) - T(half.x), abs(p.y) - T(half.y), abs(p.z) - T(half.z)};
  const SignedDistance<T> outside =
      length_and_direction(Vec3<T>{max(over.x, T(0)), max(over.y, T(0)), max(over.z, T(0))});
  const T largest = max(over.x, max(over.y, over.z));
  const auto is_x = over.x >= largest, is_y = over.y >= largest;
  const Vec3<T> face =
      select(is_x, {T(1), T(0), T(0)}, select(is_y, Vec3<T>{T(0), T(1), T(0)}, Vec3<T>{T(0), T(0), T(1)}));
  const Vec3<T> n = select(largest > T(0), outside.normal, face);
  return {outside.value + min(largest, T(0)), {sign_of(p.x) * n.x, sign_of(p.y) * n.y, sign_of(p.z) * n.z}};
}

template <class T>
MEMETIK_INLINE SignedDistance<T> to_cylinder(const Vec3<T>& p, const Vec3<double>& size) {
  const T axial = abs(p.z) - T(size.z);
  const SignedDistance<T> radial = length_and_direction(Vec3<T>{p.x, p.y, T(0)});
  const T around = radial.value - T(size.x), largest = max(around, axial);
  const SignedDistance<T> outside = length_and_direction(Vec3<T>{max(around, T(0)), T(0), max(axial, T(0))});
  const Vec3<T> face = select(around >= axial, {T(1), T(0), T(0)}, Vec3<T>{T(0), T(0), T(1)});
  const Vec3<T> n = select(largest > T(0), outside.normal, face);
  return {outside.value + min(largest, T(0)), n.x * radial.normal + Vec3<T>{T(0), T(0), sign_of(p.z) * n.z}};
}

template <class T>
MEMETIK_INLINE SignedDistance<T> to_capsule(const Vec3<T>& p, double radius, double half_length) {
  const T half(half_length);
  SignedDistance<T> distance = length_and_direction(Vec3<T>{p.x, p.y, p.z - min(max(p.z, -half), half)});
  distance.value -= T(radius);
  return distance;
}

}  // namespace detail

// The signed distance of a point in the primitive's own frame.
template <PrimitiveKind kind, class T>
MEMETIK_INLINE SignedDistance<T> local_distance(const Vec3<double>& size, const Vec3<T>& p) {
  if constexpr (kind == PrimitiveKind::half_space) return {p.z, {T(0), T(0), T(1)}};
  if constexpr (kind == PrimitiveKind::sphere) return detail::to_capsule(p, size.x, 0);
  if constexpr (kind == PrimitiveKind::box) return detail::to_box(p, size);
  if constexpr (kind == PrimitiveKind::cylinder) return detail::to_cylinder(p, size);
  if constexpr (kind == PrimitiveKind::capsule) return detail::to_capsule(p, size.x, size.z);
}

// Calls visit.operator()<kind>() for the kind that is known at run time only.
template <class Visit>
MEMETIK_INLINE auto visit_kind(PrimitiveKind kind, const Visit& visit) {
  switch (kind) {
    case PrimitiveKind::half_space: return visit.template operator()<PrimitiveKind::half_space>();
    case PrimitiveKind::box: return visit.template operator()<PrimitiveKind::box>();
    case PrimitiveKind::cylinder: return visit.template operator()<PrimitiveKind::cylinder>();
    case PrimitiveKind::capsule: return visit.template operator()<PrimitiveKind::capsule>();
    case PrimitiveKind::sphere: break;
  }
  return visit.template operator()<PrimitiveKind::sphere>();
}

// The signed distance of a point, in the coordinates that the primitive's frame is given in.
template <class T>
SignedDistance<T> signed_distance(const Primitive& primitive, const Vec3<T>& point) {
  const Frame<T> frame = broadcast<T>(primitive.frame);
  const Vec3<T> p = rotate_back(frame, point - frame.p);
  const SignedDistance<T> local = visit_kind(
      primitive.kind, [&]<PrimitiveKind kind>() { return local_distance<kind>(primitive.size, p); });
  return {local.value, rotate(frame, local.normal)};
}

}  // namespace memetik
