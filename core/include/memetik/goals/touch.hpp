// Touch: a solid on a link touches a plane without going through it.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a point on the plane.
struct Touch : GoalBase {
  struct Data {
    Vec3<double> normal;               // of the plane, a unit vector
    std::vector<Disc> discs;           // the solid is their convex hull, in the link's frame
    std::vector<Vec3<double>> points;  // and the hull of these: the corners of meshes
  };
  static Fields fields(Data& data) {
    return {{"normal", &data.normal}, {"discs", &data.discs}, {"points", &data.points}};
  }

  static int row_count(const Goal&) { return 1; }

  // Residual: the height of the lowest point, negative below the plane. For a disc it is
  //   n . (c - p) - R sqrt(1 - (n . a)^2) - r.
  // Its derivative is that of the height of a point fixed to the link at the contact (envelope theorem).
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Frame<T> link = view.link(0), frame = view.frame();
    const Vec3<T> up = rotate(frame, data.normal), base = apply(frame, view.target());
    T height(1e30);
    Vec3<T> contact = link.p;
    for (const Disc& disc : data.discs) {
      const Vec3<T> center = apply(link, disc.center), axis = rotate(link, disc.axis);
      const T radius(disc.radius), rounding(disc.rounding);
      const Vec3<T> slant =
          up - dot(up, axis) * axis;  // its norm is the sine of the angle between normal and axis
      const T sine = norm(slant);
      const Vec3<T> lowest = center - (radius / max(sine, T(1e-12))) * slant - rounding * up;
      const T own = dot(up, lowest - base);
      const auto lower = own < height;
      height = select(lower, own, height);
      contact = select(lower, lowest, contact);
    }
    for (const Vec3<double>& point : data.points) {
      const Vec3<T> place = apply(link, point);
      const T own = dot(up, place - base);
      const auto lower = own < height;
      height = select(lower, own, height);
      contact = select(lower, place, contact);
    }
    sink.rows(std::array{height});
    sink.error(height * height, 0);
    sink.add_link_rates(view.goal.links[0], contact,
                        [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{dot(up, v)}; });
    if (view.has_frame())
      sink.add_link_rates(view.goal.frame, contact,
                          [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{-dot(up, v)}; });
  }
};

}  // namespace memetik::goals
