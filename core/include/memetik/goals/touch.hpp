// Touch: a solid on a link touches a plane without going through it.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a point of the plane. Constants: its unit normal, then the round discs whose convex hull the solid
// is, in the link's frame: center, unit axis, radius, and how much it is inflated. A disc without radius is a
// point or a ball, two make a cylinder.
struct Touch : GoalBase {
  static constexpr int plane = 0, normal = 3, discs = 6, disc_numbers = 8;

  static int row_count(const Goal&) { return 1; }

  // Residual: the height of the lowest point, negative below the plane. Of a disc that is
  //   n . (c - p) - R sqrt(1 - (n . a)^2) - r,
  // and it changes as the height of that point, fixed to the link (the envelope theorem).
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const Frame<T> link = view.link(0), frame = view.frame();
    const Vec3<T> up = rotate(frame, view.vector(normal)), base = apply(frame, view.vector(plane));
    const int count = (static_cast<int>(view.goal.constants.size()) - 3) / disc_numbers;
    T height(1e30);
    Vec3<T> contact = link.p;
    for (int i = 0; i < count; ++i) {
      const int disc = discs + i * disc_numbers;
      const Vec3<T> center = apply(link, view.vector(disc)), axis = rotate(link, view.vector(disc + 3));
      const T radius = view.number(disc + 6), rounding = view.number(disc + 7);
      const Vec3<T> slant = up - dot(up, axis) * axis;  // as long as the sine between normal and axis
      const T sine = norm(slant);
      const Vec3<T> lowest = center - (radius / max(sine, T(1e-12))) * slant - rounding * up;
      const T own = dot(up, lowest - base);
      const auto lower = own < height;
      height = select(lower, own, height);
      contact = select(lower, lowest, contact);
    }
    sink.rows(std::array{height});
    sink.error(height * height, 0);
    sink.moves(view.goal.links[0], contact,
               [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{dot(up, v)}; });
    if (view.has_frame())
      sink.moves(view.goal.frame, contact,
                 [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{-dot(up, v)}; });
  }
};

}  // namespace memetik::goals
