// PassThroughShape: one of the solids on links contains a position, or touches a ball around it: the remote
// centre of motion of a curved instrument.
#pragma once

#include "memetik/collision/placed_field.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the position, in the root's frame.
struct PassThroughShape : GoalBase {
  static constexpr bool accumulates_jacobian = true;

  struct Data {
    std::vector<LinkSolid> solids;
    std::vector<PlacedField> fields;  // more solids
    double radius = 0;                // [m] of the ball
  };
  static Fields fields(Data& data) {
    return {{"solids", &data.solids}, {"fields", &data.fields}, {"radius", &data.radius}};
  }

  static int row_count(const Goal&) { return 1; }

  // Residual: the distance from the ball around the position to the nearest solid, zero where they meet.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Vec3<T> place = view.target();
    T nearest(1e30), where(0);
    const std::size_t count = data.solids.size() + data.fields.size();
    for (std::size_t i = 0; i < count; ++i) {
      const T distance = to_solid(view, data, i, place).value;
      where = select(distance < nearest, T(static_cast<double>(i)), where);
      nearest = min(nearest, distance);
    }
    nearest = nearest - T(data.radius);
    const T outside = max(nearest, T(0));
    sink.rows(std::array{outside});
    sink.error(outside * outside, 0);
    if (!sink.wants_derivatives()) return;
    for (std::size_t i = 0; i < count; ++i) {
      const T number(static_cast<double>(i));
      const auto chosen = (where >= number) & (where <= number) & (nearest > T(0));
      const Vec3<T> away = select(chosen, T(1), T(0)) * to_solid(view, data, i, place).normal;
      sink.add_link_rates(view.goal.links[static_cast<std::size_t>(link_of(data, i))], place,
                          [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{-dot(away, v)}; });
    }
  }

 private:
  static int link_of(const Data& data, std::size_t i) {
    return i < data.solids.size() ? data.solids[i].link : data.fields[i - data.solids.size()].link;
  }

  template <class T>
  static SignedDistance<T> to_solid(const GoalView<T>& view, const Data& data, std::size_t i,
                                    const Vec3<T>& place) {
    const Frame<T> frame = view.link(link_of(data, i));
    const Vec3<T> p = rotate_back(frame, place - frame.p);
    const SignedDistance<T> local = i < data.solids.size()
                                        ? signed_distance(data.solids[i].solid, p)
                                        : signed_distance(data.fields[i - data.solids.size()], p);
    return {local.value, rotate(frame, local.normal)};
  }
};

}  // namespace memetik::goals
