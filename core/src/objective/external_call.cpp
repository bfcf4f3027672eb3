#include "memetik/objective/external_call.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

constexpr double difference_step = 1e-6;  // central: error about 1e-10
constexpr double largest = 1e100;         // bounds residuals, so that sums of their squares stay finite

double usable(double value, double undefined) {
  return std::isfinite(value) ? std::clamp(value, -largest, largest) : undefined;
}

void store_matrix(const Vec3<double>& x, const Vec3<double>& y, const Vec3<double>& z, const Vec3<double>& p,
                  double* m) {
  const double values[16] = {x.x, y.x, z.x, p.x, x.y, y.y, z.y, p.y, x.z, y.z, z.z, p.z, 0, 0, 0, 1};
  std::copy_n(values, 16, m);
}

template <class T>
Vec3<double> lane_of(const Vec3<T>& v, int l) {
  return {lane(v.x, l), lane(v.y, l), lane(v.z, l)};
}

}  // namespace

template <class T>
ExternalCall<T>::ExternalCall(const Goal& goal)
    : goal_(&goal), coordinates_(static_cast<int>(6 * goal.links.size() + goal.variables.size())) {
  const auto rows = static_cast<std::size_t>(goal.rows), coordinates = static_cast<std::size_t>(coordinates_);
  const std::size_t samples =
      static_cast<std::size_t>(Lanes<T>::count) * (goal.knows_derivative ? 1 : 1 + 2 * coordinates);
  frames_.resize(goal.links.size());
  residuals_.resize(rows);
  derivative_.resize(rows * coordinates);
  poses_.resize(samples * goal.links.size() * 16);
  q_.resize(samples * goal.variables.size());
  out_.resize(samples * rows);
  if (goal.knows_derivative) jacobian_.resize(samples * rows * coordinates);
}

template <class T>
void ExternalCall<T>::call(const Kinematics<T>& kinematics, const T* q, bool with_derivative) {
  for (std::size_t k = 0; k < frames_.size(); ++k) frames_[k] = kinematics.link(goal_->links[k]);
  const bool by_differences = with_derivative && !goal_->knows_derivative;
  const int samples = by_differences ? 1 + 2 * coordinates_ : 1;  // per lane
  gather(frames_.data(), q, samples);
  // a compiled function that knows its derivative always writes it, so it always gets a buffer
  const bool wanted = with_derivative || !goal_->on_calling_thread;
  double* jacobian = wanted && goal_->knows_derivative ? jacobian_.data() : nullptr;
  goal_->function(samples * Lanes<T>::count, poses_.data(), q_.data(), out_.data(), jacobian, goal_->user);
  scatter(samples, with_derivative);
}

template <class T>
void ExternalCall<T>::gather(const Frame<T>* frames, const T* q, int samples) {
  const std::size_t pose_size = frames_.size() * 16, variable_count = goal_->variables.size();
  for (int l = 0; l < Lanes<T>::count; ++l) {
    const auto first = static_cast<std::size_t>(l * samples);
    double* pose = poses_.data() + first * pose_size;
    double* values = q_.data() + first * variable_count;
    for (std::size_t k = 0; k < frames_.size(); ++k)
      store_matrix(lane_of(frames[k].x, l), lane_of(frames[k].y, l), lane_of(frames[k].z, l),
                   lane_of(frames[k].p, l), pose + 16 * k);
    for (std::size_t j = 0; j < variable_count; ++j) values[j] = lane(q[goal_->variables[j]], l);
    for (int s = 1; s < samples; ++s) {
      double* moved_pose = pose + static_cast<std::size_t>(s) * pose_size;
      double* moved_values = values + static_cast<std::size_t>(s) * variable_count;
      std::copy_n(pose, pose_size, moved_pose);
      std::copy_n(values, variable_count, moved_values);
      displace(moved_pose, moved_values, (s - 1) / 2, s % 2 ? difference_step : -difference_step);
    }
  }
}

template <class T>
void ExternalCall<T>::displace(double* poses, double* q, int coordinate, double step) const {
  const int link = coordinate / 6, c = coordinate % 6;
  if (link >= static_cast<int>(frames_.size())) {
    q[coordinate - 6 * static_cast<int>(frames_.size())] += step;
    return;
  }
  double* m = poses + 16 * link;
  if (c < 3) {
    m[4 * c + 3] += step;
    return;
  }
  // rotate the axes about the root's axis c - 3, which mixes rows a and b of the rotation matrix
  double *a = m + 4 * ((c - 2) % 3), *b = m + 4 * ((c - 1) % 3);
  constexpr double cosine =
      1 - 0.5 * difference_step * difference_step;  // exact to rounding, as is sin h = h
  const double sine = step;
  for (int i = 0; i < 3; ++i) {
    const double x = a[i], y = b[i];
    a[i] = cosine * x - sine * y;
    b[i] = sine * x + cosine * y;
  }
}

template <class T>
void ExternalCall<T>::scatter(int samples, bool with_derivative) {
  const int rows = goal_->rows;
  for (int l = 0; l < Lanes<T>::count; ++l) {
    const double* out = out_.data() + l * samples * rows;
    for (int r = 0; r < rows; ++r)
      set_lane(residuals_[static_cast<std::size_t>(r)], l, usable(out[r], undefined_residual));
    if (!with_derivative) continue;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < coordinates_; ++c) {
        const double rate =
            goal_->knows_derivative
                ? jacobian_[static_cast<std::size_t>((l * rows + r) * coordinates_ + c)]
                : (out[(1 + 2 * c) * rows + r] - out[(2 + 2 * c) * rows + r]) / (2 * difference_step);
        set_lane(derivative_[static_cast<std::size_t>(r * coordinates_ + c)], l, usable(rate, 0));
      }
  }
}

template class ExternalCall<double>;
template class ExternalCall<Pack>;

}  // namespace memetik
