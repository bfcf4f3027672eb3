// A link that a chain of revolute joints moves, whose number is known at compile time. The loop of the
// kinematics is unrolled, so that sines fill the gaps in the chain of products. Those over columns are not:
// unrolled, their sums would not stay in registers. Only for 6 and 7 joints, which nearly all arms have, is
// this worth the code.
#pragma once

#include <array>
#include <cmath>
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
      : offset_(problem.tree().link(link).offset), base_(problem.tree(), problem.base_of(link)) {
    int segment = problem.tree().link(link).segment;
    std::array<Frame<double>, joints> placement;
    for (std::size_t j = joints; j-- > 0;) {
      const Segment& s = problem.tree().segment(segment);
      const int column = problem.columns()[static_cast<std::size_t>(s.variable)];
      joints_[j] = {.variable = s.variable, .column = static_cast<std::size_t>(column), .offset = s.offset};
      placement[j] = s.placement;
      segment = s.parent;
    }
    for (std::size_t j = 1; j < joints; ++j) place(placement[j], joints_[j - 1], joints_[j]);
    first_ = broadcast<Pack>(placement[0]);
    if (!base_.is_root()) on_base_ = inverse(problem.tree().link(base_.link()).offset) * placement[0];
  }

  // Sets the start of a query, which the place of the base depends on, in all lanes or in one.
  void set_start(std::span<const double> start) {
    if (!base_.is_root()) first_ = broadcast<Pack>(base_.pose(start) * on_base_);
  }
  void set_lane_start(int lane, std::span<const double> start) {
    if (!base_.is_root()) set_lane(first_, lane, base_.pose(start) * on_base_);
  }

  // The link, in the frame that update() returns.
  const Frame<double>& offset() const { return offset_; }

  MEMETIK_INLINE Frame<Pack> update(const Pack* q) {
    Vec3<Pack> x = first_.x, y = first_.y, z = first_.z, p = first_.p;
    unroll<joints>([&](std::size_t j) MEMETIK_INLINED {
      const Joint& joint = joints_[j];
      if (j > 0) {
        p = p + (joint.place.x * x + joint.place.y * y + joint.place.z * z);
        const Vec3<Pack> tilted = joint.cosine * y + joint.sine * z;
        z = joint.cosine * z - joint.sine * y;
        y = tilted;
      }
      Pack s, c;
      sincos(q[joint.variable] + joint.offset, s, c);
      const Vec3<Pack> turned = c * x + s * y;
      y = c * y - s * x;
      x = turned;
      axis_[j] = z;
      origin_[j] = p;
    });
    return {x, y, z, p};
  }

  using Columns = std::array<LinkColumn, joints>;  // per joint
  template <class Visit>
  static MEMETIK_INLINE void for_each(const Columns& columns, Visit visit) {
#pragma GCC unroll 1
    for (const LinkColumn& column : columns) visit(column);
  }

  // See MovingLink.
  template <class Held>
  MEMETIK_INLINE Columns columns(const Vec3<Pack>& point, Held held) const {
    Columns columns;
#pragma GCC unroll 1
    for (std::size_t j = 0; j < joints; ++j) {
      const Vec3<Pack>& angular = axis_[j];
      const Vec3<Pack> linear = cross(angular, point - origin_[j]);
      const auto at_rest = held(joints_[j].column, joints_[j].variable, linear, angular);
      columns[j] = {zero_where(at_rest, linear), zero_where(at_rest, angular)};
    }
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
  // The joint's frame in the one before it is turned about x by the twist, whose cosine and sine these are.
  struct Joint {
    int variable = -1;
    std::size_t column = 0;  // of the variable
    Pack offset = 0;         // of the angle
    Vec3<Pack> place = {0, 0, 0};
    Pack cosine = 1, sine = 0;
  };

  // Every rotation is one about z, one about x and one about z (Denavit and Hartenberg 1955): those about z
  // are absorbed by the angles of the two joints.
  static void place(const Frame<double>& placement, Joint& before, Joint& joint) {
    constexpr double parallel = 1e-12;  // sine of the twist
    const Vec3<double>& z = placement.z;
    const double size = std::hypot(z.x, z.y), sine = size < parallel ? 0 : z.y > 0 ? -size : size;
    const double turn = sine == 0 ? 0 : std::atan2(z.x / sine, -z.y / sine);
    const Vec3<double> x{std::cos(turn), std::sin(turn), 0};
    const Vec3<double> y{-z.z * x.y, z.z * x.x, sine};
    const Vec3<double>& p = placement.p;
    joint.place = {dot(p, x), p.y * x.x - p.x * x.y, p.z};
    joint.cosine = sine == 0 ? std::copysign(1, z.z) : z.z;
    joint.sine = sine;
    joint.offset = joint.offset + std::atan2(dot(placement.x, y), dot(placement.x, x));
    before.offset = before.offset + turn;
  }

  Frame<double> offset_;
  LinkBase base_;
  Frame<double> on_base_ = identity_frame;        // the first joint at zero, in the base's frame
  Frame<Pack> first_;                             // the same, in the root's frame
  std::array<Joint, joints> joints_;              // from the base to the link
  std::array<Vec3<Pack>, joints> axis_, origin_;  // of the joints, in the root's frame
};

}  // namespace memetik
