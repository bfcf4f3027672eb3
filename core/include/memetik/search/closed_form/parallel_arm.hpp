// Inverse kinematics of arms with three parallel axes, between which the arm moves in a plane.
#pragma once

#include "memetik/search/closed_form/decomposition.hpp"

namespace memetik {

// Two parallel joints: R_a (u + R_b v) = w, with u, v and w perpendicular to the axis.
struct PlanarLinks {
  Vec3<double> axis, u, v;

  // Calls visit(a, b, free) for at most two solutions.
  template <class T, class Reference, class Keeps, class Visit>
  void solve(const Vec3<T>& w, const Scale& length, double arm_length, Reference reference, Keeps keeps,
             Visit visit) const {
    const Vec3<double> across = cross(axis, v);
    const T d = T(0.5) * (dot(w, w) - T(dot(u, u) + dot(v, v)));
    const Turns<T> b = meet_plane(T(dot(u, v)), T(dot(u, across)), d,
                                  {length.unit * length.unit, length.slack * arm_length}, reference(1));
    for (int k = 0; k < b.count; ++k) {
      if (!keeps(1, b.at[k])) continue;
      const Vec3<T> from = broadcast<T>(u) + b.at[k].c * broadcast<T>(v) + b.at[k].s * broadcast<T>(across);
      const Turns<T> a = turn_between(axis, from, w, length.unit, reference(0));
      if (keeps(0, a.at[0])) visit(a.at[0], b.at[k], a.free || b.free);
    }
  }
};

// What both kinds have in common; see WristArm for `solve`.
class ParallelArm {
 public:
  ParallelArm() = default;
  explicit ParallelArm(const Decomposition& d);

 protected:
  // The part of v perpendicular to the parallel axes.
  template <class T>
  Vec3<T> in_plane(const Vec3<T>& v) const {
    const Vec3<T> h = broadcast<T>(parallel_);
    return v - dot(h, v) * h;
  }
  // A turn of a joint whose own direction may be opposite.
  template <class T>
  Turn<T> own(std::size_t joint, const Turn<T>& t) const {
    return {t.c, T(signs_[joint]) * t.s};
  }

  std::array<Vec3<double>, ArmAxes::joints> h_;
  std::array<Vec3<double>, ArmAxes::joints> p_;  // p_[i]: from the point of axis i to that of axis i + 1
  std::array<double, ArmAxes::joints> signs_{};
  PairOrder order_;
  Frame<double> untip_;
  Vec3<double> base_, sixth_point_;  // a point on the first axis; one on the sixth, in the tip's frame
  Vec3<double> parallel_, across_;   // the direction of the parallel axes; perpendicular to it
  PlanarLinks links_;
  double arm_length_ = 0;
};

// The second, third and fourth axes are parallel.
class InnerParallelArm : public ParallelArm {
 public:
  InnerParallelArm() = default;
  explicit InnerParallelArm(const Decomposition& d) : ParallelArm(d) {}
  template <class T, class Visitor>
  void solve(const Frame<T>& target, const Scale& length, const Scale& angle, Visitor& visitor) const;
};

// The first three axes are parallel, and the last two intersect.
class OuterParallelArm : public ParallelArm {
 public:
  OuterParallelArm() = default;
  explicit OuterParallelArm(const Decomposition& d) : ParallelArm(d) {}
  template <class T, class Visitor>
  void solve(const Frame<T>& target, const Scale& length, const Scale& angle, Visitor& visitor) const;
};

inline ParallelArm::ParallelArm(const Decomposition& d)
    : signs_(d.signs), order_(d.order), untip_(inverse(d.arm.tip)), arm_length_(d.arm.length) {
  const auto& axes = d.arm.axes;
  const std::size_t first = d.kind == ArmKind::inner_parallel ? 1 : 0;
  for (std::size_t i = 0; i < ArmAxes::joints; ++i) {
    h_[i] = axes[i].direction;
    if (i + 1 < ArmAxes::joints) p_[i] = axes[i + 1].point - axes[i].point;
  }
  parallel_ = h_[first];
  for (std::size_t i = first; i < first + 3; ++i) h_[i] = parallel_;
  base_ = axes[0].point;
  sixth_point_ = apply(untip_, axes[5].point);
  untip_.p = {0, 0, 0};
  across_ = rotation_from_z_to(parallel_).x;
  links_ = {parallel_, in_plane(p_[first]), in_plane(p_[first + 1])};
}

// The pair of equations determines the first and the fifth angle. Then R_6 (R_06^T R_1 h) = R_5^T h, the sum
// of the parallel angles follows from R_1^T R_06 R_6^T R_5^T, and the place determines them.
template <class T, class Visitor>
void InnerParallelArm::solve(const Frame<T>& target, const Scale& length, const Scale& angle,
                             Visitor& visitor) const {
  const Vec3<double>& h = parallel_;
  const auto constant = [](const Vec3<double>& a) { return broadcast<T>(a); };
  const Frame<T> rotation = target * untip_;  // R_06
  const Vec3<T> v = apply(target, sixth_point_) - constant(base_), z = rotate(rotation, h_[5]);
  const Circle tip(h_[4], p_[4]), direction(h_[4], h_[5]);
  const double along = dot(h, h_[0]);
  const Vec3<T> cosine = constant(h - along * h_[0]), sine = constant(cross(h_[0], h));
  const T up = T(along) * dot(constant(h_[0]), v), level = T(along) * dot(constant(h_[0]), z);
  EquationPair<T> pair;
  pair.a = {{{dot(cosine, v), dot(sine, v)}, {dot(cosine, z), dot(sine, z)}}};
  pair.b = {{{T(-dot(h, tip.cosine)), T(-dot(h, tip.sine))},
             {T(-dot(h, direction.cosine)), T(-dot(h, direction.sine))}}};
  pair.d = {T(dot(h, p_[0] + p_[1] + p_[2] + p_[3] + tip.center)) - up, T(dot(h, direction.center)) - level};
  pair.scale = {length, angle};
  const auto keeps = [&](int joint) {
    return [&visitor, joint](const Turn<T>& t) { return visitor.keeps(joint, t); };
  };
  const auto rest = [&](const Turn<T>& t1, const Turn<T>& t5, bool free) {
    const Vec3<T> from = rotate_back(rotation, turned(h_[0], t1, constant(h)));
    const Turns<T> t6 =
        turn_between(h_[5], from, turned_back(h_[4], t5, constant(h)), angle.unit, visitor.reference(5));
    if (!visitor.keeps(5, t6.at[0])) return;
    const Vec3<T> inner = turned_back(h_[5], t6.at[0], turned_back(h_[4], t5, constant(across_)));
    const Vec3<T> outer = turned_back(h_[0], t1, rotate(rotation, inner));
    const Turns<T> sum = turn_between(h, constant(across_), outer, angle.unit, visitor.reference(3));
    const Vec3<T> hand = constant(p_[3]) + turned(h_[4], t5, constant(p_[4]));
    const Vec3<T> wanted = turned_back(h_[0], t1, v) - constant(p_[0]) - turned(h, sum.at[0], hand);
    links_.solve(
        in_plane(wanted), length, arm_length_,
        [&](int i) { return own(static_cast<std::size_t>(1 + i), visitor.reference(1 + i)); },
        [&](int i, const Turn<T>& t) {
          return visitor.keeps(1 + i, own(static_cast<std::size_t>(1 + i), t));
        },
        [&](const Turn<T>& t2, const Turn<T>& t3, bool folded) {
          const Turn<T> t4 = own(3, sum.at[0] * inverse(t2 * t3));
          if (visitor.keeps(3, t4))
            visitor.emit({t1, own(1, t2), own(2, t3), t4, t5, t6.at[0]},
                         free || t6.free || sum.free || folded);
        });
  };
  memetik::solve(pair, order_, visitor.reference(0), visitor.reference(4), keeps(0), keeps(4), rest);
}

// The fourth angle follows from the height of the wrist, the fifth from the direction of the sixth axis, and
// the sixth from R_6 (R_06^T h) = R_5^T R_4^T h. The sum of the first three follows from the rotation, and
// the first two from the place.
template <class T, class Visitor>
void OuterParallelArm::solve(const Frame<T>& target, const Scale& length, const Scale& angle,
                             Visitor& visitor) const {
  const auto constant = [](const Vec3<double>& a) { return broadcast<T>(a); };
  const Vec3<double>& h = parallel_;
  const Frame<T> rotation = target * untip_;
  const Vec3<T> v = apply(target, sixth_point_) - constant(base_), z = rotate(rotation, h_[5]);
  const Circle elbow(h_[3], p_[3]), direction(h_[4], h_[5]);
  const auto lift = [&](const Vec3<double>& a) { return T(dot(h, a)); };
  const Turns<T> t4 = meet_plane(lift(elbow.cosine), lift(elbow.sine),
                                 dot(constant(h), v) - lift(p_[0] + p_[1] + p_[2] + elbow.center), length,
                                 visitor.reference(3));
  for (int i = 0; i < t4.count; ++i) {
    if (!visitor.keeps(3, t4.at[i])) continue;
    const Vec3<T> fourth = turned_back(h_[3], t4.at[i], constant(h));
    const auto toward = [&](const Vec3<double>& a) { return dot(fourth, constant(a)); };
    const Turns<T> t5 =
        meet_plane(toward(direction.cosine), toward(direction.sine),
                   dot(constant(h), z) - toward(direction.center), angle, visitor.reference(4));
    for (int k = 0; k < t5.count; ++k) {
      if (!visitor.keeps(4, t5.at[k])) continue;
      const Turns<T> t6 =
          turn_between(h_[5], rotate_back(rotation, constant(h)), turned_back(h_[4], t5.at[k], fourth),
                       angle.unit, visitor.reference(5));
      if (!visitor.keeps(5, t6.at[0])) continue;
      const auto back = [&](const Vec3<T>& w) {
        return turned_back(h_[5], t6.at[0], turned_back(h_[4], t5.at[k], turned_back(h_[3], t4.at[i], w)));
      };
      const Turns<T> sum = turn_between(h, constant(across_), rotate(rotation, back(constant(across_))),
                                        angle.unit, visitor.reference(2));
      const Vec3<T> hand = constant(p_[2]) + elbow.at(t4.at[i]);
      links_.solve(
          in_plane(v - turned(h, sum.at[0], hand)), length, arm_length_,
          [&](int j) { return own(static_cast<std::size_t>(j), visitor.reference(j)); },
          [&](int j, const Turn<T>& t) { return visitor.keeps(j, own(static_cast<std::size_t>(j), t)); },
          [&](const Turn<T>& t1, const Turn<T>& t2, bool folded) {
            const Turn<T> t3 = own(2, sum.at[0] * inverse(t1 * t2));
            if (visitor.keeps(2, t3))
              visitor.emit({t1, own(1, t2), t3, t4.at[i], t5.at[k], t6.at[0]},
                           t4.free || t5.free || t6.free || sum.free || folded);
          });
    }
  }
}

}  // namespace memetik
