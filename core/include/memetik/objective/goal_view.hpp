// The input of a kernel: the goal's target, the poses of its links, the variables it reads.
#pragma once

#include <cstdint>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

template <class T>
class ExternalCall;

template <class T>
MEMETIK_INLINE Vec3<T> vec3_at(const T* p) {
  return {p[0], p[1], p[2]};
}

template <class T>
MEMETIK_INLINE Frame<T> frame_at(const T* p) {
  return {vec3_at(p), vec3_at(p + 3), vec3_at(p + 6), vec3_at(p + 9)};
}

// T is double, or Pack, where every lane has its own target and poses.
template <class T>
struct GoalView {
  const Goal& goal;
  const T* parameters;  // of this goal: its target, then its row factors
  const Kinematics<T>& kinematics;
  const T* q;
  ExternalCall<T>* external;  // null unless the goal is user-defined
  void* workspace;            // null unless the goal has one, see Kernel
  std::int64_t version;       // of the parameters: it changes when any of them does

  // The target, if it is a position or a direction.
  MEMETIK_INLINE Vec3<T> target() const { return vec3_at(parameters); }
  MEMETIK_INLINE Frame<T> link(int k) const {
    return kinematics.link(goal.links[static_cast<std::size_t>(k)]);
  }
  MEMETIK_INLINE bool has_frame() const { return goal.frame >= 0; }
  // The frame in which the target is given.
  MEMETIK_INLINE Frame<T> frame() const {
    return has_frame() ? kinematics.link(goal.frame) : broadcast<T>(identity_frame);
  }
};

}  // namespace memetik
