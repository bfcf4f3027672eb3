// The intersection of a ray with a primitive.
#pragma once

#include "memetik/collision/primitive.hpp"

namespace memetik {

// The point where a ray enters a primitive. As the hit moves along the surface by dh, the normal changes by
// curvature (dh - a (a . dh)), where a is the axis of a cylinder and zero for a sphere.
template <class T>
struct Hit {
  T distance;  // along the ray; `none` if there is no hit
  Vec3<T> normal;
  T curvature;
  Vec3<T> axis;

  static constexpr double none = 1e30;
};

namespace detail {

// The interval of the ray parameter in which the ray is inside of a solid.
template <class T>
struct Inside {
  T enter, leave;
};

// The interval in which one coordinate is between -half and half.
template <class T>
MEMETIK_INLINE Inside<T> between(const T& from, const T& speed, double half) {
  constexpr double none = Hit<T>::none;
  const auto moves = abs(speed) > T(1e-12);
  const T inverse = T(1) / select(moves, speed, T(1));
  const T a = (T(-half) - from) * inverse, b = (T(half) - from) * inverse;
  const auto inside = abs(from) <= T(half);
  return {select(moves, min(a, b), select(inside, T(-none), T(none))),
          select(moves, max(a, b), select(inside, T(none), T(-none)))};
}

// The interval in which |from + t speed| <= radius.
template <class T>
MEMETIK_INLINE Inside<T> within(const Vec3<T>& from, const Vec3<T>& speed, double radius) {
  constexpr double none = Hit<T>::none;
  const T a = dot(speed, speed), b = dot(from, speed), c = dot(from, from) - T(radius * radius);
  const T discriminant = b * b - a * c;
  const auto moves = a > T(1e-24);
  const auto meets = discriminant >= T(0);
  const T root = sqrt(max(discriminant, T(0))), inverse = T(1) / select(moves, a, T(1));
  const auto inside = c <= T(0);
  const T enter = select(moves, (-b - root) * inverse, select(inside, T(-none), T(none)));
  const T leave = select(moves, (root - b) * inverse, select(inside, T(none), T(-none)));
  return {select(meets, enter, T(none)), select(meets, leave, T(-none))};
}

}  // namespace detail

// Casts a ray of this length. If it starts inside the primitive, the distance of the hit is negative. Rays do
// not hit capsules, nor spheres and cylinders of radius 0.
template <class T>
Hit<T> cast_ray(const Primitive& primitive, const Vec3<T>& from, const Vec3<T>& direction, const T& length) {
  constexpr double none = Hit<T>::none;
  const Frame<T> f = broadcast<T>(primitive.frame);
  const Vec3<T> o = rotate_back(f, from - f.p), v = rotate_back(f, direction), zero{T(0), T(0), T(0)};
  const Vec3<double>& size = primitive.size;
  detail::Inside<T> in{T(none), T(-none)};
  Vec3<T> normal{T(0), T(0), T(1)}, axis = zero;
  T curvature(0);
  const auto enter_by = [&](const detail::Inside<T>& part, const Vec3<T>& by) {
    const auto later = part.enter > in.enter;
    normal = select(later, by, normal);
    in = {select(later, part.enter, in.enter), min(in.leave, part.leave)};
    return later;
  };
  const auto against = [](const T& speed) { return select(speed > T(0), T(-1), T(1)); };
  switch (primitive.kind) {
    case PrimitiveKind::half_space: {
      const auto falls = v.z < T(-1e-12);
      in = {select(falls, -o.z / select(falls, v.z, T(1)), T(none)), T(2 * none)};
      break;
    }
    case PrimitiveKind::box:
      in = {T(-none), T(none)};
      enter_by(detail::between(o.x, v.x, size.x), {against(v.x), T(0), T(0)});
      enter_by(detail::between(o.y, v.y, size.y), {T(0), against(v.y), T(0)});
      enter_by(detail::between(o.z, v.z, size.z), {T(0), T(0), against(v.z)});
      break;
    case PrimitiveKind::cylinder: {
      if (size.x <= 0) break;
      in = {T(-none), T(none)};
      enter_by(detail::between(o.z, v.z, size.z), {T(0), T(0), against(v.z)});
      const Vec3<T> flat{o.x, o.y, T(0)}, speed{v.x, v.y, T(0)};
      const detail::Inside<T> round = detail::within(flat, speed, size.x);
      const auto side = enter_by(round, T(1 / size.x) * (flat + round.enter * speed));
      curvature = select(side, T(1 / size.x), T(0));
      axis = f.z;
      break;
    }
    case PrimitiveKind::sphere:
      if (size.x <= 0) break;
      in = detail::within(o, v, size.x);
      normal = T(1 / size.x) * (o + in.enter * v);
      curvature = T(1 / size.x);
      break;
    case PrimitiveKind::capsule: break;
  }
  const auto hits = (in.enter <= in.leave) & (in.leave >= T(0)) & (in.enter <= length);
  return {select(hits, in.enter, T(none)), rotate(f, normal), curvature, axis};
}

}  // namespace memetik
