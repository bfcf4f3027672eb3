#include "memetik/goals/shared/placement.hpp"

namespace memetik::goals {

namespace {

void store(const Vec3<double>& v, double* out) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

void store_axes(const Frame<double>& f, double* out) {
  store(f.x, out);
  store(f.y, out + 3);
  store(f.z, out + 6);
}

Frame<double> frame_of(const double* m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

// The rotation of a quaternion (w, x, y, z) of any norm except zero.
Frame<double> frame_of_quaternion(const double* q) {
  const double k = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {{1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y)},
          {k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x)},
          {k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y)},
          {0, 0, 0}};
}

Frame<double> frame_of_target(const Goal& goal, const double* target) {
  Frame<double> wanted = identity_frame;
  switch (goal.kernel->target_kind) {
    case TargetKind::pose: wanted = frame_of(target); break;
    case TargetKind::quaternion: wanted = frame_of_quaternion(target); break;
    default: wanted.p = vec3_at(target); break;
  }
  return wanted;
}

}  // namespace

Goal placement_goal(std::string_view kind, int link, double rotation_scale, const Frame<double>& offset) {
  Goal goal;
  goal.kernel = find_kernel(kind);
  goal.links = {link};
  goal.data =
      std::make_shared<PlacementData>(PlacementData{offset, rotation_scale, false, {1, 1, 1}, {1, 1, 1}});
  goal.tolerance.assign(goal.kernel->places_position && goal.kernel->places_rotation ? 2 : 1, 1e-5);
  switch (goal.kernel->target_kind) {
    case TargetKind::pose: goal.target = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}; break;
    case TargetKind::quaternion: goal.target = {1, 0, 0, 0}; break;
    default: goal.target = {0, 0, 0}; break;
  }
  return goal;
}

// The wanted rotation of the link itself is the target's rotation times the inverse of the offset's.
void set_placement_target(const Goal& goal, const double* target, double* parameters) {
  using P = PlacementParameters;
  const Frame<double> wanted = frame_of_target(goal, target);
  Frame<double> turn = placement_of(goal).offset;
  turn.p = {0, 0, 0};
  store_axes(wanted * inverse(turn), parameters + P::target);
  store(wanted.p, parameters + P::target + 9);
  if (placement_of(goal).by_axis) store_axes(wanted, parameters + P::axes);
}

}  // namespace memetik::goals
