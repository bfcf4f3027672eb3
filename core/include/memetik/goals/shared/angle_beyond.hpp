// The amount by which the angle between two unit vectors exceeds a limit, as a vector. A scalar has no
// direction, and is not differentiable where the angle is zero.
#pragma once

#include "memetik/goals/shared/hinge.hpp"
#include "memetik/math/atan2.hpp"

namespace memetik::goals {

// Let t be the angle between a and b, c its cosine and s its sine. The residual is e u: the excess
// e = max(0, t - limit) times u = (c a - b) / s, the direction in which a turns away from b.
template <class T>
class AngleBeyond {
 public:
  MEMETIK_INLINE AngleBeyond(const Vec3<T>& a, const Vec3<T>& b, const T& limit)
      : a_(a), b_(b), cosine_(dot(a, b)) {
    const T sine = norm(cross(a, b)), inverse = T(1) / max(sine, T(1e-6));
    const Excess<T> out = excess(atan2(sine, cosine_), T(-1), limit);
    const auto parallel = sine < T(1e-6), opposite = parallel & (cosine_ < T(0));
    value = out.value;
    slope_ = out.slope;
    away_ = select(opposite, across(a), zero_unless(!parallel, inverse) * (cosine_ * a - b));
    back_ = zero_unless(!parallel, inverse) * (cosine_ * b - a);
    // e / s; its limit at a = b is 1 if the angle's limit is 0; it is bounded where a and b are opposite
    turn_ = select(parallel & !opposite, zero_unless(limit <= T(0), T(1)), value / max(sine, T(1e-3)));
    residual = value * away_;
  }

  // With dt = u . da + w . db and w = (c b - a) / s:
  //   d(e u) = e' dt u + (e / s) ((da . b + a . db) a + c da - db - c dt u).
  MEMETIK_INLINE Vec3<T> rate(const Vec3<T>& da, const Vec3<T>& db) const {
    const T dt = dot(away_, da) + dot(back_, db), dc = dot(da, b_) + dot(a_, db);
    return (slope_ * dt) * away_ + turn_ * (dc * a_ + cosine_ * da - db - (cosine_ * dt) * away_);
  }

  T value;
  Vec3<T> residual;

 private:
  static MEMETIK_INLINE T zero_unless(const typename Lanes<T>::Truth& mask, const T& x) {
    return select(mask, x, T(0));
  }
  // Some unit vector perpendicular to a unit vector.
  static MEMETIK_INLINE Vec3<T> across(const Vec3<T>& a) {
    const Vec3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)};
    const Vec3<T> v = select(abs(a.x) < T(0.7), cross(a, x), cross(a, y));
    return (T(1) / norm(v)) * v;
  }

  Vec3<T> a_, b_, away_, back_;
  T cosine_, slope_, turn_;
};

}  // namespace memetik::goals
