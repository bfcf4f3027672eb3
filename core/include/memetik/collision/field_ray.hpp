// The intersection of a ray with the surface of a distance field.
#pragma once

#include <array>

#include "memetik/collision/placed_field.hpp"
#include "memetik/collision/ray.hpp"

namespace memetik {

// As the hit moves along the surface by dh, the normal changes by the sum of dh_i bend[i].
template <class T>
struct FieldHit {
  T distance;  // as in Hit
  Vec3<T> normal;
  std::array<Vec3<T>, 3> bend;
};

namespace detail {

// With the gradient g of the distance, its second derivatives H and n = g / |g|: dn = (I - n n^T) H dh / |g|.
template <class T>
FieldHit<T> hit_at(const PlacedField& placed, const T& distance, const Vec3<T>& p) {
  const Frame<T> frame = broadcast<T>(placed.frame);
  const FieldLookup<T> field(*placed.field);
  const Vec3<T> g = field.signed_distance(p).normal, h = field.mixed_derivatives(p);
  const T inverse = T(1) / max(norm(g), T(1e-9));
  const Vec3<T> normal = rotate(frame, inverse * g);
  const auto column = [&](const Vec3<T>& e) {
    const Vec3<T> turned =
        rotate(frame, Vec3<T>{h.z * e.y + h.y * e.z, h.z * e.x + h.x * e.z, h.y * e.x + h.x * e.y});
    return inverse * (turned - dot(normal, turned) * normal);
  };
  const auto row = [](const T& x, const T& y, const T& z) { return Vec3<T>{x, y, z}; };
  return {distance,
          normal,
          {column(row(frame.x.x, frame.y.x, frame.z.x)), column(row(frame.x.y, frame.y.y, frame.z.y)),
           column(row(frame.x.z, frame.y.z, frame.z.z))}};
}

}  // namespace detail

// Casts a ray of this length. If it starts inside, it goes back to where it entered, and the distance of the
// hit is negative.
//
// Between two nodes, a distance changes by at most their spacing, so each derivative of the interpolation is
// at most 1, and its gradient at most sqrt(3): steps of |distance| / sqrt(3) do not pass the surface. Steps
// are at least 1/16 of the spacing: only where the ray cuts off less of a solid, it may miss it. The hit is
// then bisected.
template <class T>
FieldHit<T> cast_ray(const PlacedField& placed, const Vec3<T>& from, const Vec3<T>& direction,
                     const T& length) {
  constexpr int max_steps = 100'000, halvings = 44;
  constexpr double none = Hit<T>::none, steepest = 1.7320508075688772;
  const Field& field = *placed.field;
  const Frame<T> frame = broadcast<T>(placed.frame);
  const Vec3<T> start = rotate_back(frame, from - frame.p), way = rotate_back(frame, direction);
  const FieldLookup<T> lookup(field);
  const auto value_at = [&](const T& t) { return lookup.distance(start + t * way); };
  const double across = field.spacing * (field.nx + field.ny + field.nz);
  const T least(field.spacing / 16);
  T value = value_at(T(0));
  const T sign = select(value > T(0), T(1), T(-1));
  const T end = select(value > T(0), length, T(across));
  T before(0), after(0);
  auto goes_on = after < end;
  for (int i = 0; i < max_steps && any(goes_on); ++i) {
    before = select(goes_on, after, before);
    const T next = min(after + max(sign * value * T(1 / steepest), least), end);
    after = select(goes_on, next, after);
    value = select(goes_on, value_at(sign * after), value);
    goes_on = goes_on & (after < end) & (sign * value > T(0));
  }
  const auto hits = (sign * value <= T(0)) & (end > T(0));
  if (!any(hits)) return {T(none), {T(0), T(0), T(1)}, {}};
  for (int i = 0; i < halvings; ++i) {
    const T middle = T(0.5) * (before + after);
    const auto passed = !(sign * value_at(sign * middle) > T(0));
    after = select(passed, middle, after);
    before = select(passed, before, middle);
  }
  FieldHit<T> hit = detail::hit_at(placed, sign * after, start + (sign * after) * way);
  hit.distance = select(hits, hit.distance, T(none));
  return hit;
}

}  // namespace memetik
