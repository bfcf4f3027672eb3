// A link that a chain of revolute joints moves, whose number is known at compile time. Loops over the joints
// are unrolled: intermediate results stay in registers, and sines fill the gaps in the chain of products.
// Only for 6 and 7 joints, which nearly all arms have, is this worth the code.
#pragma once

#include <array>
#include <span>

#include "memetik/math/sincos.hpp"
#include "memetik/math/unroll.hpp"
#include "memetik/objective/link_base.hpp"
#include "memetik/search/local/moving_link.hpp"

namespace memetik {

template <int joints>
class RevoluteChain {
 public:
  // Whether between the link and its base there are exactly so many revolute joints, and each has an active
  // variable of its own.
  static bool supports(const Problem& problem, int link) {
    const Tree& tree = problem.tree();
    const int base = tree.link(problem.base_of(link)).segment;
    int count = 0;
    for (int i = tree.link(link).segment; i != base; i = tree.segment(i).parent, ++count) {
      const Segment& s = tree.segment(i);
      const bool active = problem.columns()[static_cast<std::size_t>(s.variable)] >= 0;
      if (s.kind != JointKind::revolute || s.multiplier != 1 || !active) return false;
    }
    return count == joints;
  }

  RevoluteChain(const Problem& problem, int link)
      : link_(problem.tree().link(link)), base_(problem.tree(), problem.base_of(link)) {
    int segment = link_.segment;
    for (auto joint = joints_.rbegin(); joint != joints_.rend(); ++joint) {
      const Segment& s = problem.tree().segment(segment);
      const int column = problem.columns()[static_cast<std::size_t>(s.variable)];
      *joint = {s.twist(), s.variable, static_cast<std::size_t>(column), s.offset, s.placement};
      segment = s.parent;
    }
    first_ = broadcast<Pack>(joints_[0].placement);
    if (base_.is_root()) return;
    joints_[0].placement = inverse(problem.tree().link(base_.link()).offset) * joints_[0].placement;
  }

  // Sets the start of a query, which the place of the base depends on, in all lanes or in one.
  void set_start(std::span<const double> start) {
    if (!base_.is_root()) first_ = broadcast<Pack>(base_.pose(start) * joints_[0].placement);
  }
  void set_lane_start(int lane, std::span<const double> start) {
    if (!base_.is_root()) set_lane(first_, lane, base_.pose(start) * joints_[0].placement);
  }

  MEMETIK_INLINE Frame<Pack> update(const Pack* q) {
    Frame<Pack> frame = first_;
    unroll<joints>([&](std::size_t j) MEMETIK_INLINED {
      if (j > 0) frame = placed(frame, joints_[j]);
      Pack s, c;
      sincos(q[joints_[j].variable] + joints_[j].offset, s, c);
      frame = {c * frame.x + s * frame.y, c * frame.y - s * frame.x, frame.z, frame.p};
      axis_[j] = frame.z;
      origin_[j] = frame.p;
    });
    if (link_.parallel) return {frame.x, frame.y, frame.z, apply(frame, link_.offset.p)};
    return frame * link_.offset;
  }

  using Columns = std::array<LinkColumn, joints>;  // per joint
  template <class Visit>
  static MEMETIK_INLINE void for_each(const Columns& columns, Visit visit) {
    unroll<joints>([&](std::size_t j) MEMETIK_INLINED { visit(columns[j]); });
  }

  // See MovingLink.
  template <class Held>
  MEMETIK_INLINE Columns columns(const Vec3<Pack>& point, Held held) const {
    Columns columns;
    unroll<joints>([&](std::size_t j) MEMETIK_INLINED {
      const Vec3<Pack>& angular = axis_[j];
      const Vec3<Pack> linear = cross(angular, point - origin_[j]);
      const Mask at_rest = held(joints_[j].column, joints_[j].variable, linear, angular);
      columns[j] = {zero_where(at_rest, linear), zero_where(at_rest, angular)};
    });
    return columns;
  }
  MEMETIK_INLINE void step(const Columns& columns, const Vec3<Pack>& y, const Vec3<Pack>& z,
                           const StepBounds<Pack>& bounds, Pack* q) const {
    constexpr double longest = StepBounds<Pack>::longest_step;
    std::array<Pack, joints> step;
    Pack largest(longest);
    unroll<joints>([&](std::size_t j) MEMETIK_INLINED {
      step[j] = dot(columns[j].linear, y) + dot(columns[j].angular, z);
      largest = max(largest, abs(step[j]));
    });
    const Pack scale = Pack(longest) / largest;
    unroll<joints>([&](std::size_t j) MEMETIK_INLINED {
      const std::size_t c = joints_[j].column;
      Pack& value = q[joints_[j].variable];
      value = min(max(value + scale * step[j], bounds.lower(c)), bounds.upper(c));
    });
  }

 private:
  struct Joint {
    Twist twist;
    int variable;
    std::size_t column;  // of the variable
    double offset;
    Frame<double> placement;
  };

  static MEMETIK_INLINE Frame<Pack> placed(const Frame<Pack>& parent, const Joint& joint) {
    const Vec3<Pack> p = apply(parent, joint.placement.p);
    switch (joint.twist) {
      case Twist::none: return {parent.x, parent.y, parent.z, p};
      case Twist::quarter_turn: return {parent.x, parent.z, -parent.y, p};
      case Twist::about_x: {
        const Pack c(joint.placement.z.z), s(joint.placement.y.z);
        return {parent.x, c * parent.y + s * parent.z, c * parent.z - s * parent.y, p};
      }
      case Twist::general: break;
    }
    return product(parent, joint.placement);
  }
  [[gnu::noinline]] static Frame<Pack> product(const Frame<Pack>& a, const Frame<double>& b) { return a * b; }

  std::array<Joint, joints> joints_;  // from the base to the link
  LinkPlacement link_;
  LinkBase base_;
  Frame<Pack> first_;                             // of the first joint at zero, in the root's frame
  std::array<Vec3<Pack>, joints> axis_, origin_;  // of the joints, in the root's frame
};

}  // namespace memetik
