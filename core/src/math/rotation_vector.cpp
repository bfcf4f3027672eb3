#include "memetik/math/rotation_vector.hpp"

#include <cmath>

namespace memetik {

namespace {

struct Quaternion {
  double w;
  Vec3<double> v;
};

// Shepperd's method: divide by the largest of the four components.
Quaternion to_quaternion(const Frame<double>& f) {
  const double xx = f.x.x, yy = f.y.y, zz = f.z.z, trace = xx + yy + zz;
  Quaternion q;
  if (trace >= xx && trace >= yy && trace >= zz) {
    q = {1 + trace, {f.y.z - f.z.y, f.z.x - f.x.z, f.x.y - f.y.x}};
  } else if (xx >= yy && xx >= zz) {
    q = {f.y.z - f.z.y, {1 + xx - yy - zz, f.y.x + f.x.y, f.z.x + f.x.z}};
  } else if (yy >= zz) {
    q = {f.z.x - f.x.z, {f.y.x + f.x.y, 1 - xx + yy - zz, f.z.y + f.y.z}};
  } else {
    q = {f.x.y - f.y.x, {f.z.x + f.x.z, f.z.y + f.y.z, 1 - xx - yy + zz}};
  }
  const double scale = 1 / std::sqrt(q.w * q.w + dot(q.v, q.v));
  return {scale * q.w, scale * q.v};
}

}  // namespace

Frame<double> exp_rotation(const Vec3<double>& w) {
  const double t2 = dot(w, w), t = std::sqrt(t2);
  const auto k = rotation_coefficients(t2, std::sin(t), std::cos(t));
  return skew_polynomial(w, k.a, k.b);
}

Vec3<double> log_rotation(const Frame<double>& rotation) {
  auto [w, v] = to_quaternion(rotation);
  if (w < 0) w = -w, v = -v;
  const double sine = norm(v);
  const double angle = 2 * std::atan2(sine, w);
  return (sine > 1e-12 ? angle / sine : 2 / w) * v;
}

}  // namespace memetik
