// Points and axes of a link, in the coordinates of the frame that the target is given in. In this frame the
// target is constant, and only velocities relative to the frame matter.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// A point fixed to a link of the goal: x = R^T (p - p_frame), so dx = R^T (v - v_frame(p)).
template <class T>
struct PointInFrame {
  const GoalView<T>& view;
  int link;
  Frame<T> frame;
  Vec3<T> world, local;

  MEMETIK_INLINE PointInFrame(const GoalView<T>& goal, const Vec3<double>& offset, int link_number = 0)
      : view(goal),
        link(goal.goal.links[static_cast<std::size_t>(link_number)]),
        frame(goal.frame()),
        world(apply(goal.link(link_number), offset)),
        local(rotate_back(frame, world - frame.p)) {}

  // rates(dx) returns the rates of the rows.
  template <class Rates>
  MEMETIK_INLINE void add_rates(Sink<T>& sink, const Rates& rates, int row = 0) const {
    sink.add_link_rates(
        link, world, [&](const Vec3<T>& linear, const Vec3<T>&) { return rates(rotate_back(frame, linear)); },
        row);
    if (view.has_frame())
      sink.add_link_rates(
          view.goal.frame, world,
          [&](const Vec3<T>& linear, const Vec3<T>&) { return rates(-rotate_back(frame, linear)); }, row);
  }
};

// An axis fixed to a link: a = R^T R_link axis, so da = R^T ((w - w_frame) x R_link axis).
template <class T>
struct AxisInFrame {
  const GoalView<T>& view;
  int link;
  Frame<T> frame;
  Vec3<T> world, local;

  MEMETIK_INLINE AxisInFrame(const GoalView<T>& goal, const Vec3<double>& axis, int link_number = 0)
      : view(goal),
        link(goal.goal.links[static_cast<std::size_t>(link_number)]),
        frame(goal.frame()),
        world(rotate(goal.link(link_number), axis)),
        local(rotate_back(frame, world)) {}

  // rates(da) returns the rates of the rows.
  template <class Rates>
  MEMETIK_INLINE void add_rates(Sink<T>& sink, const Rates& rates, int row = 0) const {
    sink.add_link_rates(
        link, view.link(0).p,
        [&](const Vec3<T>&, const Vec3<T>& angular) {
          return rates(rotate_back(frame, cross(angular, world)));
        },
        row);
    if (view.has_frame())
      sink.add_link_rates(
          view.goal.frame, view.link(0).p,
          [&](const Vec3<T>&, const Vec3<T>& angular) {
            return rates(-rotate_back(frame, cross(angular, world)));
          },
          row);
  }
};

}  // namespace memetik::goals
