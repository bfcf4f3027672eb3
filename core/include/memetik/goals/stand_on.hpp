// StandOn: the sole of a foot lies flat on terrain.
#pragma once

#include "memetik/collision/field_ray.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

struct StandOn : GoalBase {
  static constexpr bool accumulates_jacobian = true;

  struct Data {
    Vec3<double> offset, axis;        // position of the sole and its outward unit normal, in the link's frame
    Vec3<double> direction;           // unit vector of the ray that searches the ground
    double above, below;              // the ray begins so far above the sole and ends so far below it [m]
    double rotation_scale;            // [m/rad] the length whose error costs as much as 1 rad
    std::vector<Primitive> terrain;   // in the root's frame
    std::vector<PlacedField> fields;  // more terrain, in the root's frame
  };
  static Fields fields(Data& data) {
    return {{"offset", &data.offset},   {"axis", &data.axis},    {"direction", &data.direction},
            {"above", &data.above},     {"below", &data.below},  {"rotation_scale", &data.rotation_scale},
            {"terrain", &data.terrain}, {"fields", &data.fields}};
  }

  static int row_count(const Goal&) { return 4; }
  static Unit unit(const Goal&, std::size_t tolerance) { return tolerance == 0 ? Unit::plain : Unit::angle; }

  // The ray through the sole hits the terrain at h, where its normal is n. Residuals: the depth of the sole
  // below h, d . (p - h), and R a + n, whose norm is 2 sin(angle/2) of the angle between the sole and the
  // ground. Without a hit both are zero. As the sole moves by v, h moves along the surface by
  // v - d (n . v) / (n . d).
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Frame<T> link = view.link(0);
    const Vec3<T> sole = apply(link, data.offset), out = rotate(link, data.axis);
    const Vec3<T> down = broadcast<T>(data.direction);
    const T lead(data.above), scale(data.rotation_scale);
    Hit<T> hit = first_hit(data.terrain, sole - lead * down, down, lead + T(data.below));
    std::array<Vec3<T>, 3> bends;  // as in FieldHit, if a field is hit
    bends.fill({T(0), T(0), T(0)});
    for (const PlacedField& field : data.fields)
      hit_field(cast_ray(field, sole - lead * down, down, lead + T(data.below)), hit, bends);
    const auto stands = hit.distance < T(0.5 * Hit<T>::none);
    const T on = select(stands, T(1), T(0)), depth = on * (lead - hit.distance);
    const Vec3<T> tilt = on * (out + hit.normal);
    sink.rows(std::array{depth});
    sink.error(depth * depth, 0);
    sink.rows(std::array{scale * tilt.x, scale * tilt.y, scale * tilt.z});
    sink.error(dot(tilt, tilt), 1, scale);
    const T slope = dot(hit.normal, down);
    const T inverse = on / select(abs(slope) > T(1e-9), slope, T(1));
    sink.add_link_rates(view.goal.links[0], sole, [&](const Vec3<T>& v, const Vec3<T>& angular) {
      const T sinking = inverse * dot(hit.normal, v);
      const Vec3<T> along = v - sinking * down;
      Vec3<T> bend = hit.curvature * (along - dot(hit.axis, along) * hit.axis);
      if (!data.fields.empty()) bend = bend + along.x * bends[0] + along.y * bends[1] + along.z * bends[2];
      const Vec3<T> rate = (on * scale) * (cross(angular, out) + bend);
      return std::array{sinking, rate.x, rate.y, rate.z};
    });
  }

 private:
  template <class T>
  static Hit<T> first_hit(const std::vector<Primitive>& terrain, const Vec3<T>& from, const Vec3<T>& down,
                          const T& length) {
    Hit<T> first{T(Hit<T>::none), {T(0), T(0), T(1)}, T(0), {T(0), T(0), T(0)}};
    for (const Primitive& solid : terrain) {
      const Hit<T> hit = cast_ray(solid, from, down, length);
      const auto nearer = hit.distance < first.distance;
      first = {select(nearer, hit.distance, first.distance), select(nearer, hit.normal, first.normal),
               select(nearer, hit.curvature, first.curvature), select(nearer, hit.axis, first.axis)};
    }
    return first;
  }

  // Replaces a hit by that of a field where the field is nearer.
  template <class T>
  static void hit_field(const FieldHit<T>& found, Hit<T>& hit, std::array<Vec3<T>, 3>& bends) {
    const auto nearer = found.distance < hit.distance;
    hit = {select(nearer, found.distance, hit.distance), select(nearer, found.normal, hit.normal),
           select(nearer, T(0), hit.curvature), hit.axis};
    for (std::size_t i = 0; i < 3; ++i) bends[i] = select(nearer, found.bend[i], bends[i]);
  }
};

}  // namespace memetik::goals
