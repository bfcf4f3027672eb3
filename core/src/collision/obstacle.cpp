#include "memetik/collision/obstacle.hpp"

namespace memetik {

namespace {

Vec3<double> half_lengths(const Field& field) {
  return (0.5 * field.spacing) * Vec3<double>{static_cast<double>(field.nx - 1),
                                              static_cast<double>(field.ny - 1),
                                              static_cast<double>(field.nz - 1)};
}

}  // namespace

Vec3<double> Obstacle::middle() const {
  return field ? field->origin + half_lengths(*field) : Vec3<double>{0, 0, 0};
}

double Obstacle::radius() const {
  if (field) {
    const Vec3<double> half = half_lengths(*field), padding{field->padding, field->padding, field->padding};
    return norm(half - padding);
  }
  switch (kind) {
    case PrimitiveKind::half_space: return HUGE_VAL;
    case PrimitiveKind::sphere: return size.x;
    case PrimitiveKind::box: return norm(size);
    case PrimitiveKind::cylinder: return std::hypot(size.x, size.z);
    case PrimitiveKind::capsule: break;
  }
  return size.x + size.z;
}

}  // namespace memetik
