#include "memetik/search/local/pose_descent.hpp"

#include <algorithm>

#include "memetik/goals/shared/placement.hpp"
#include "memetik/math/spd.hpp"
#include "memetik/search/local/damping.hpp"
#include "memetik/search/local/moving_link.hpp"
#include "memetik/search/local/revolute_chain.hpp"

namespace memetik {

namespace {

using P = goals::PlacementParameters;

constexpr double least_factor = 1e-30;  // squared; without weight, steps do not matter

}  // namespace

const Goal* only_pose(const Problem& problem) {
  const auto goals = problem.goals();
  const auto decides = [](const Goal& g) { return g.decides_success(); };
  if (std::count_if(goals.begin(), goals.end(), decides) != 1) return nullptr;
  const auto goal = std::find_if(goals.begin(), goals.end(), decides);
  const bool supported = goals::is_whole_pose(*goal) && !goal->accumulates && goal->losses.empty() &&
                         problem.active().size() >= 6;
  return supported ? &*goal : nullptr;
}

template <class Link>
PoseDescent<Link>::PoseDescent(const Problem& problem)
    : goal_(only_pose(problem)),
      link_(problem, goal_->links[0]),
      bounds_(problem),
      min_damping_(min_damping(problem.reach())),
      rotation_scale_(goals::placement_of(*goal_).rotation_scale),
      placed_(apply(link_.offset(), goals::placement_of(*goal_).offset.p)) {
  set_target(problem.parameters());
}

// With the link's rotation L in the moved frame R, R L is to be that of the target: R = target L^T.
template <class Link>
Frame<double> PoseDescent<Link>::wanted(std::span<const double> parameters) const {
  const Frame<double> target = frame_at(parameters.data() + goal_->parameter + 1 + P::target);
  const Frame<double> link = link_.offset();
  const auto row = [&](double x, double y, double z) { return rotate(target, Vec3<double>{x, y, z}); };
  return {row(link.x.x, link.y.x, link.z.x), row(link.x.y, link.y.y, link.z.y),
          row(link.x.z, link.y.z, link.z.z), target.p};
}

template <class Link>
void PoseDescent<Link>::set_target(std::span<const double> parameters) {
  position_ = Pack(parameters[static_cast<std::size_t>(goal_->parameter)]);
  target_ = broadcast<Pack>(wanted(parameters));
}

template <class Link>
void PoseDescent<Link>::set_query(const Query& query) {
  set_target(query.parameters);
  link_.set_start(query.start);
  bounds_.set_query(query);
}

template <class Link>
void PoseDescent<Link>::set_lane_query(int lane, const Query& query) {
  set_lane(position_, lane, query.parameters[static_cast<std::size_t>(goal_->parameter)]);
  set_lane(target_, lane, wanted(query.parameters));
  link_.set_lane_start(lane, query.start);
  bounds_.set_lane_query(lane, query);
}

template <class Link>
void PoseDescent<Link>::evaluate(const Pack* q, const Mask&) {
  const Frame<Pack> frame = link_.update(q);
  point_ = apply(frame, placed_);
  distance_ = point_ - target_.p;
  error_ = goals::rotation_error(frame, target_);
  const Pack squared = dot(distance_, distance_), chord_squared = 4 * dot(error_.vector, error_.vector);
  rotation_ = position_ * Pack(rotation_scale_);
  cost_ = plain_cost_ = position_ * position_ * squared + rotation_ * rotation_ * chord_squared;
  accepted_ = ((squared <= Pack(goal_->limit[0])) & (chord_squared <= Pack(goal_->limit[1]))) |
              (position_ <= Pack(0));
}

// The rotation rows of ReachStep are f M w, where M = c I + [v]x with the error quaternion (c, v), w is the
// link's angular velocity, and f the factor of the rows. As M^T M = I - v v^T and M v = c v, the system
// (J J^T + lambda I) y = r is equivalent to one in M^T y whose rotation rows are the plain angular
// velocities, with lambda (I + v v^T / c^2) added to their block and -2 f v / c on the right-hand side. So no
// column is multiplied by M. Nor by the factors of the rows: what they multiply on both sides is divided by
// them, too.
template <class Link>
void PoseDescent<Link>::step(Pack* q) {
  const Vec3<Pack> along = position_ * position_ * distance_;
  const Vec3<Pack> about = (-2 * rotation_ * rotation_ * error_.scalar) * error_.vector;
  Symmetric3<Pack> upper = diagonal(Pack(0)), lower = upper;
  const auto& columns = link_.columns(point_, [&](std::size_t c, int variable, const Vec3<Pack>& linear,
                                                  const Vec3<Pack>& angular) MEMETIK_INLINED {
    return bounds_.holds(c, q[variable], dot(linear, along) + dot(angular, about));
  });
  Link::for_each(columns, [&](const LinkColumn& c) MEMETIK_INLINED {
    add_outer(upper, c.linear, c.linear);
    add_outer(lower, c.angular, c.angular);
  });
  const Vec3<Pack> zero{Pack(0), Pack(0), Pack(0)};
  std::array<Vec3<Pack>, 3> coupling{zero, zero, zero};
  Link::for_each(columns, [&](const LinkColumn& c) MEMETIK_INLINED {
    coupling[0] = coupling[0] + c.linear.x * c.angular;
    coupling[1] = coupling[1] + c.linear.y * c.angular;
    coupling[2] = coupling[2] + c.linear.z * c.angular;
  });
  const Pack lambda = damping * cost_ + min_damping_;
  const Pack upper_lambda = lambda / max(position_ * position_, Pack(least_factor));
  const Pack lower_lambda = lambda / max(rotation_ * rotation_, Pack(least_factor));
  const Vec3<Pack> slope = (Pack(1) / max(error_.scalar, Pack(1e-3))) * error_.vector;
  add_outer(lower, lower_lambda * slope, slope);
  add_diagonal(upper, upper_lambda);
  add_diagonal(lower, lower_lambda);
  Vec3<Pack> y = distance_, z = Pack(-2) * slope;
  solve_6x6(upper, coupling, lower, y, z, min_damping_);
  link_.step(columns, -y, -z, bounds_, q);
}

template class PoseDescent<MovingLink>;
template class PoseDescent<RevoluteChain<6>>;
template class PoseDescent<RevoluteChain<7>>;

std::unique_ptr<Descent> make_pose_descent(const Problem& problem) {
  const int link = only_pose(problem)->links[0];
  if (RevoluteChain<6>::supports(problem, link))
    return std::make_unique<PoseDescent<RevoluteChain<6>>>(problem);
  if (RevoluteChain<7>::supports(problem, link))
    return std::make_unique<PoseDescent<RevoluteChain<7>>>(problem);
  return std::make_unique<PoseDescent<MovingLink>>(problem);
}

}  // namespace memetik
