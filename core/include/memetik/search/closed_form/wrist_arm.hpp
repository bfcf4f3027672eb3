// Inverse kinematics of arms whose last three axes intersect in one point (Pieper 1968).
#pragma once

#include "memetik/search/closed_form/decomposition.hpp"

namespace memetik {

// The first three joints place the wrist's center, which the last three do not move; these turn the tip.
class WristArm {
 public:
  WristArm() = default;
  explicit WristArm(const Decomposition& d);

  // Calls visitor.emit(turns, free) for every branch of a target pose of the tip. `free` tells that some
  // angle is arbitrary, and that of visitor.reference(joint) was taken. visitor.keeps(joint, turn) tells
  // whether a turn is worth the solution of the rest.
  template <class T, class Visitor>
  void solve(const Frame<T>& target, const Scale& length, const Scale& angle, Visitor& visitor) const;

 private:
  std::array<Vec3<double>, ArmAxes::joints> h_;
  PairOrder order_;
  Frame<double> untip_;         // the inverse rotation of the tip where all angles are zero
  Vec3<double> base_, center_;  // a point on the first axis; the wrist's center in the tip's frame
  Vec3<double> p12_, p23_;
  Circle forearm_;       // R_3 p_3w
  Circle sixth_;         // R_5 h_6
  Vec3<double> across_;  // a unit vector perpendicular to the sixth axis
  // Row 0 of the pair: h_2 . R_1^T v, row 1: p_12 . R_1^T v, as coefficients of v.
  std::array<Vec3<double>, 2> cosine_, sine_;
  std::array<double, 2> along_, known_;
  std::array<std::array<double, 2>, 2> b_;
  double arm_length_ = 0;
};

// u . R_1^T v = c (u . v - (u . h_1) (h_1 . v)) - s u . (h_1 x v) + (u . h_1) (h_1 . v)
inline WristArm::WristArm(const Decomposition& d) : order_(d.order), arm_length_(d.arm.length) {
  const auto& axes = d.arm.axes;
  for (std::size_t i = 0; i < ArmAxes::joints; ++i) h_[i] = axes[i].direction;
  untip_ = inverse(d.arm.tip);
  center_ = apply(untip_, axes[3].point);
  untip_.p = {0, 0, 0};
  base_ = axes[0].point;
  p12_ = axes[1].point - base_;
  p23_ = axes[2].point - axes[1].point;
  const Vec3<double> p3w = axes[3].point - axes[2].point;
  forearm_ = {h_[2], p3w};
  sixth_ = {h_[4], h_[5]};
  across_ = rotation_from_z_to(h_[5]).x;
  const std::array left{h_[1], p12_}, right{-h_[1], p23_};
  for (std::size_t row = 0; row < 2; ++row) {
    along_[row] = dot(left[row], h_[0]);
    cosine_[row] = left[row] - along_[row] * h_[0];
    sine_[row] = cross(h_[0], left[row]);
    b_[row] = {dot(right[row], forearm_.cosine), dot(right[row], forearm_.sine)};
    known_[row] = -dot(right[row], forearm_.center);
  }
  known_[0] += dot(h_[1], p12_ + p23_);
  known_[1] += 0.5 * (dot(p12_, p12_) - dot(p23_, p23_) - dot(p3w, p3w));
}

template <class T, class Visitor>
void WristArm::solve(const Frame<T>& target, const Scale& length, const Scale& angle,
                     Visitor& visitor) const {
  const Vec3<T> v = apply(target, center_) - broadcast<T>(base_);
  const Vec3<T> sixth = rotate(target, rotate(untip_, h_[5])),
                across = rotate(target, rotate(untip_, across_));
  const T height = dot(broadcast<T>(h_[0]), v);
  EquationPair<T> pair;
  for (std::size_t row = 0; row < 2; ++row) {
    pair.a[row] = {dot(broadcast<T>(cosine_[row]), v), dot(broadcast<T>(sine_[row]), v)};
    pair.b[row] = {T(b_[row][0]), T(b_[row][1])};
    pair.d[row] = T(known_[row]) - T(along_[row]) * height;
  }
  pair.d[1] = pair.d[1] + T(0.5) * dot(v, v);
  pair.scale = {length, {length.unit * length.unit, length.slack * arm_length_}};
  const auto keeps = [&](int joint) {
    return [&visitor, joint](const Turn<T>& t) { return visitor.keeps(joint, t); };
  };
  const auto first_two = [&](const Turn<T>& t1, const Turn<T>& t3, bool free) {
    const Vec3<T> from = broadcast<T>(p23_) + forearm_.at(t3);
    const Vec3<T> to = turned_back(h_[0], t1, v) - broadcast<T>(p12_);
    const Turns<T> t2 = turn_between(h_[1], from, to, length.unit, visitor.reference(1));
    if (!visitor.keeps(1, t2.at[0])) return;
    const auto back = [&](const Vec3<T>& w) {
      return turned_back(h_[2], t3, turned_back(h_[1], t2.at[0], turned_back(h_[0], t1, w)));
    };
    const Vec3<T> z = back(sixth), n = back(across);  // R_4 R_5 h_6 = z, R_4 R_5 R_6 n_6 = n
    const Vec3<T> fourth = broadcast<T>(h_[3]);
    const auto along = [&](const Vec3<double>& u) { return T(dot(h_[3], u)); };
    const Turns<T> t5 = meet_plane(along(sixth_.cosine), along(sixth_.sine),
                                   dot(fourth, z) - along(sixth_.center), angle, visitor.reference(4));
    for (int k = 0; k < t5.count; ++k) {
      if (!visitor.keeps(4, t5.at[k])) continue;
      const Turns<T> t4 = turn_between(h_[3], sixth_.at(t5.at[k]), z, angle.unit, visitor.reference(3));
      if (!visitor.keeps(3, t4.at[0])) continue;
      const Vec3<T> n6 = turned_back(h_[4], t5.at[k], turned_back(h_[3], t4.at[0], n));
      const Turns<T> t6 = turn_between(h_[5], broadcast<T>(across_), n6, angle.unit, visitor.reference(5));
      if (!visitor.keeps(5, t6.at[0])) continue;
      visitor.emit({t1, t2.at[0], t3, t4.at[0], t5.at[k], t6.at[0]},
                   free || t2.free || t5.free || t4.free || t6.free);
    }
  };
  memetik::solve(pair, order_, visitor.reference(0), visitor.reference(2), keeps(0), keeps(2), first_two);
}

}  // namespace memetik
