#include "memetik/search/local/pose_descent.hpp"

#include <algorithm>

#include "memetik/goals/shared/placement.hpp"
#include "memetik/math/spd.hpp"
#include "memetik/search/local/damping.hpp"

namespace memetik {

namespace {

using P = goals::PlacementParameters;

}  // namespace

bool PoseDescent::supports(const Problem& problem) {
  const auto goals = problem.goals();
  const auto primary =
      std::count_if(goals.begin(), goals.end(), [](const Goal& g) { return g.decides_success(); });
  const auto goal =
      std::find_if(goals.begin(), goals.end(), [](const Goal& g) { return g.decides_success(); });
  return primary == 1 && goals::is_whole_pose(*goal) && !goal->accumulates && goal->losses.empty() &&
         problem.active().size() >= 6;
}

PoseDescent::PoseDescent(const Problem& problem)
    : problem_(&problem),
      goal_(&*std::find_if(problem.goals().begin(), problem.goals().end(),
                           [](const Goal& g) { return g.decides_success(); })),
      kinematics_(problem.tree(), std::span(goal_->links.data(), 1)),
      bounds_(problem),
      min_damping_(min_damping(problem.tree())),
      parameters_(1 + P::count),
      columns_(problem.active().size(), Column{}),
      step_(problem.active().size()) {
  const double* own = problem.parameters().data() + goal_->parameter;
  std::copy_n(own, parameters_.size(), parameters_.begin());
}

void PoseDescent::set_query(const Query& query) {
  const double* own = query.parameters.data() + goal_->parameter;
  for (std::size_t i = 0; i < parameters_.size(); ++i) parameters_[i] = own[i];
  bounds_.set_query(query);
}

void PoseDescent::set_lane_query(int lane, const Query& query) {
  const double* own = query.parameters.data() + goal_->parameter;
  for (std::size_t i = 0; i < parameters_.size(); ++i) set_lane(parameters_[i], lane, own[i]);
  bounds_.set_lane_query(lane, query);
}

void PoseDescent::evaluate(const Pack* q, const Mask&) {
  kinematics_.update(q);
  const goals::PlacementData& placement = goals::placement_of(*goal_);
  const Frame<Pack> frame = kinematics_.link(goal_->links[0]),
                    target = frame_at(parameters_.data() + 1 + P::target);
  position_ = parameters_[0];
  rotation_ = position_ * Pack(placement.rotation_scale);
  point_ = apply(frame, placement.offset.p);
  distance_ = point_ - target.p;
  error_ = goals::rotation_error(frame, target);
  const Pack squared = dot(distance_, distance_), chord_squared = 4 * dot(error_.vector, error_.vector);
  cost_ = plain_cost_ = position_ * position_ * squared + rotation_ * rotation_ * chord_squared;
  accepted_ = ((squared <= Pack(goal_->limit[0])) & (chord_squared <= Pack(goal_->limit[1]))) |
              (position_ <= Pack(0));
}

// The rotation rows of ReachStep are f M w, where M = c I + [v]x with the error quaternion (c, v), and w is
// the link's angular velocity. As M^T M = I - v v^T and M v = c v, the system (J J^T + lambda I) y = r is
// equivalent to one in M^T y whose rotation rows are the plain angular velocities, with lambda (I + v v^T /
// c^2) added to their block and -2 f v / c on the right-hand side. So no column is multiplied by M.
void PoseDescent::step(Pack* q) {
  linearize(q);
  Symmetric3<Pack> upper = diagonal(Pack(0)), lower = diagonal(Pack(0));
  for (const Column& c : columns_) {
    add_outer(upper, c.linear, c.linear);
    add_outer(lower, c.angular, c.angular);
  }
  const Vec3<Pack> zero{Pack(0), Pack(0), Pack(0)};
  std::array<Vec3<Pack>, 3> coupling{zero, zero, zero};
  for (const Column& c : columns_) {
    coupling[0] = coupling[0] + c.linear.x * c.angular;
    coupling[1] = coupling[1] + c.linear.y * c.angular;
    coupling[2] = coupling[2] + c.linear.z * c.angular;
  }
  const Pack lambda = damping * cost_ + min_damping_;
  const Pack inverse_scalar = Pack(1) / max(error_.scalar, Pack(1e-3));
  const Vec3<Pack> slope = inverse_scalar * error_.vector;
  upper = position_ * position_ * upper;
  lower = rotation_ * rotation_ * lower;
  add_outer(lower, lambda * slope, slope);
  add_diagonal(upper, lambda);
  add_diagonal(lower, lambda);
  for (auto& row : coupling) row = (position_ * rotation_) * row;
  Vec3<Pack> y = position_ * distance_, z = (-2 * rotation_) * slope;
  solve_6x6(upper, coupling, lower, y, z, min_damping_);
  y = -position_ * y;
  z = -rotation_ * z;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    step_[c] = dot(columns_[c].linear, y) + dot(columns_[c].angular, z);
  bounds_.apply(step_.data(), q);
}

void PoseDescent::linearize(const Pack* q) {
  const Vec3<Pack> along = position_ * position_ * distance_;
  const Vec3<Pack> about = (-2 * rotation_ * rotation_ * error_.scalar) * error_.vector;
  const int* column_of = problem_->columns().data();
  Column* columns = columns_.data();
  kinematics_.for_each_column(
      goal_->links[0], point_, [&](int variable, const Vec3<Pack>& linear, const Vec3<Pack>& angular) {
        const int c = column_of[variable];
        if (c < 0) return;
        const Mask held =
            bounds_.holds(static_cast<std::size_t>(c), q[variable], dot(linear, along) + dot(angular, about));
        columns[c] = {zero_where(held, linear), zero_where(held, angular)};
      });
}

}  // namespace memetik
