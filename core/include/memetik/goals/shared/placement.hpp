// The common base of Pose, Position and Orientation: the pose of a frame fixed to a link, relative to a
// target frame.
#pragma once

#include "memetik/goals/shared/rotation_error.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

struct PlacementData {
  Frame<double> offset;       // the placed frame, in the link's frame
  double rotation_scale;      // [m/rad] of a pose: the length whose error costs as much as 1 rad
  bool by_axis;               // the rows are along and about the target's axes
  Vec3<double> along, about;  // if by_axis: 1 for axes that matter, 0 for free axes
};

// The layout of the parameters.
struct PlacementParameters {
  static constexpr int target =
      0;                           // frame in `goal.frame`; its rotation is the one wanted of the link itself
  static constexpr int axes = 12;  // the axes of the target; only if by_axis
  static constexpr int count = 12, count_by_axis = 21;
};

// The data of a goal whose kernel places a position or a rotation.
inline const PlacementData& placement_of(const Goal& goal) {
  return *static_cast<const PlacementData*>(goal.data.get());
}

// Whether the goal is a pose without free axes, in the root's frame.
inline bool is_whole_pose(const Goal& goal) {
  return goal.kernel->places_position && goal.kernel->places_rotation && !placement_of(goal).by_axis;
}

// Whether every axis has its own tolerance, instead of one for the norm of the three.
inline bool has_tolerance_by_axis(const Goal& goal) { return goal.tolerance.size() > 2; }

// Makes a pose, position or orientation goal in the root's frame, with the default tolerance. Its target is
// the root's frame.
Goal placement_goal(std::string_view kind, int link, double rotation_scale = 1,
                    const Frame<double>& offset = identity_frame);

void set_placement_target(const Goal& goal, const double* target, double* parameters);

template <bool has_position, bool has_rotation>
struct Placement : GoalBase {
  static constexpr bool places_position = has_position, places_rotation = has_rotation;

  using Data = PlacementData;
  static Fields fields(Data& data) {
    return {{"offset", &data.offset},
            {"rotation_scale", &data.rotation_scale},
            {"by_axis", &data.by_axis},
            {"along", &data.along},
            {"about", &data.about}};
  }

  static constexpr int row_total = (has_position ? 3 : 0) + (has_rotation ? 3 : 0);

  static int row_count(const Goal&) { return row_total; }
  static int error_count(const Goal&) { return row_total / 3; }
  static Unit unit(const Goal& goal, std::size_t tolerance) {
    const std::size_t lengths = !has_position ? 0 : has_tolerance_by_axis(goal) ? 3 : 1;
    return tolerance < lengths ? Unit::plain : Unit::angle;
  }
  static int target_size(const Goal& goal) {
    return placement_of(goal).by_axis ? PlacementParameters::count_by_axis : PlacementParameters::count;
  }
  static void set_target(const Goal& goal, const double* target, double* parameters) {
    set_placement_target(goal, target, parameters);
  }
  static Vec3<double> rough_point(const Goal& goal) { return placement_of(goal).offset.p; }
  // ||p - t||^2 f^2 + (3 - trace) g^2, where 3 - trace = 4 sin^2(angle / 2).
  static RoughPlace rough_place(const Goal& goal, double weight, const double* parameters) {
    const double* frame = parameters + PlacementParameters::target;
    const double scale = has_position ? placement_of(goal).rotation_scale : 1;
    const double rotation = has_rotation ? weight * scale * scale : 0;
    RoughPlace place{has_position ? weight : 0, vec3_at(frame + 9), 3 * rotation, {}};
    for (std::size_t i = 0; i < 9; ++i) place.rotation[i] = rotation * frame[i];
    return place;
  }

  template <class T>
  static MEMETIK_INLINE void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    if (data.by_axis) [[unlikely]]
      evaluate_by_axis(view, data, sink);
    else
      evaluate_plain(view, data, sink);
  }

 private:
  using P = PlacementParameters;

  // Residuals for a target fixed to the root: the position error p - p_target and the rotation error
  // -2 sin(angle/2) axis, in the root's axes. If the link turns with angular velocity w, the rotation error
  // changes by (c I + [v]x) w, where c and v are the scalar and vector part of the error quaternion.
  template <class T>
  static MEMETIK_INLINE void evaluate_plain(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Frame<T> frame = view.link(0), target = frame_at(view.parameters + P::target);
    const Vec3<T> point = apply(frame, data.offset.p);
    const T scale = has_position ? T(data.rotation_scale) : T(1);
    RotationError<T> error{{T(0), T(0), T(0)}, T(1)};
    if constexpr (has_position) {
      const Vec3<T> distance = point - target.p;
      sink.rows(std::array{distance.x, distance.y, distance.z});
      sink.error(dot(distance, distance), 0);
    }
    if constexpr (has_rotation) {
      error = rotation_error(frame, target);
      const T f = T(-2) * scale;
      sink.rows(std::array{f * error.vector.x, f * error.vector.y, f * error.vector.z});
      sink.error(T(4) * dot(error.vector, error.vector), has_position ? 1 : 0, scale);
    }
    const T c = scale * error.scalar;
    const Vec3<T> v = scale * error.vector;
    sink.add_link_rates(view.goal.links[0], point, [&](const Vec3<T>& linear, const Vec3<T>& angular) {
      std::array<T, row_total> rates;
      if constexpr (has_position) put(linear, rates, 0);
      if constexpr (has_rotation) put(c * angular + cross(v, angular), rates, has_position ? 3 : 0);
      return rates;
    });
  }

  // Residuals along the target's axes, each with its own factor and tolerance. The target may move with
  // another link: only the velocity relative to that link matters.
  template <class T>
  static void evaluate_by_axis(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Frame<T> frame = view.link(0), reference = view.frame();
    const Frame<T> target = reference * frame_at(view.parameters + P::target);
    const T* axes = view.parameters + P::axes;
    const Vec3<T> x = rotate(reference, vec3_at(axes)), y = rotate(reference, vec3_at(axes + 3)),
                  z = rotate(reference, vec3_at(axes + 6));
    const Vec3<T> point = apply(frame, data.offset.p);
    const T scale = has_position ? T(data.rotation_scale) : T(1);
    const Vec3<T> along = broadcast<T>(data.along), counted = broadcast<T>(data.about),
                  about = scale * counted;
    const auto in_axes = [&](const Vec3<T>& v) { return Vec3<T>{dot(x, v), dot(y, v), dot(z, v)}; };
    RotationError<T> error{{T(0), T(0), T(0)}, T(1)};
    if constexpr (has_position) {
      const Vec3<T> distance = in_axes(point - target.p);
      const Vec3<T> rows = scaled(along, distance);
      write_rows(sink, rows, rows, view.goal, 0, T(1));
    }
    if constexpr (has_rotation) {
      error = rotation_error(frame, target);
      error.vector = in_axes(error.vector);
      const Vec3<T> turn = T(-2) * error.vector;
      write_rows(sink, scaled(about, turn), scaled(counted, turn), view.goal, has_position ? 1 : 0, scale);
    }
    const auto rates = [&](const Vec3<T>& linear, const Vec3<T>& angular) {
      std::array<T, row_total> rows;
      if constexpr (has_position) put(scaled(along, in_axes(linear)), rows, 0);
      if constexpr (has_rotation) {
        const Vec3<T> w = in_axes(angular);
        put(scaled(about, error.scalar * w + cross(error.vector, w)), rows, has_position ? 3 : 0);
      }
      return rows;
    };
    sink.add_link_rates(view.goal.links[0], point, rates);
    if (view.has_frame())
      sink.add_link_rates(view.goal.frame, point, [&](const Vec3<T>& linear, const Vec3<T>& angular) {
        return rates(-linear, -angular);
      });
  }

  // Writes three rows and their errors: one for their norm, or one for each. `counted` is zero on free axes.
  template <class T>
  static void write_rows(Sink<T>& sink, const Vec3<T>& rows, const Vec3<T>& counted, const Goal& goal,
                         std::size_t group, const T& scale) {
    sink.rows(std::array{rows.x, rows.y, rows.z});
    if (has_tolerance_by_axis(goal))
      sink.errors(scaled(counted, counted), 3 * group);
    else
      sink.error(dot(counted, counted), group, scale);
  }
  template <class T>
  static MEMETIK_INLINE Vec3<T> scaled(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
  }
  template <class T, std::size_t n>
  static MEMETIK_INLINE void put(const Vec3<T>& v, std::array<T, n>& rows, std::size_t first) {
    rows[first] = v.x;
    rows[first + 1] = v.y;
    rows[first + 2] = v.z;
  }
};

}  // namespace memetik::goals
