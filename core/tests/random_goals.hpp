// Random goals of every kind for any tree, with targets that a given configuration meets exactly.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arms.hpp"
#include "check.hpp"
#include "goal_spec.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/objective.hpp"
#include "random_tree.hpp"

// A user's function of links and variables whose derivative is known.
//   r0 = sum |p|^2 + sum sin v,  r1 = sum x . b + 0.3 sum v^2,  r2 = sum p . x
// over links at p with first axis x and variables v; less what it is at the target.
struct ExternalExample {
  static constexpr int rows = 3;
  int links = 0, variables = 0;
  double at_target[rows] = {0, 0, 0};
  long calls = 0, samples = 0;

  static constexpr memetik::Vec3<double> b{0.3, -0.8, 0.5};

  void residuals(const double* poses, const double* v, double* out) const {
    for (int r = 0; r < rows; ++r) out[r] = -at_target[r];
    for (int k = 0; k < links; ++k) {
      const memetik::Frame<double> f = frame_of({poses + 16 * k, 16});
      out[0] += dot(f.p, f.p);
      out[1] += dot(f.x, b);
      out[2] += dot(f.p, f.x);
    }
    for (int k = 0; k < variables; ++k) {
      out[0] += std::sin(v[k]);
      out[1] += 0.3 * v[k] * v[k];
    }
  }

  // x turns by w x x, so (w x x) . b = w . (x x b)
  void derivative(const double* poses, const double* v, double* out) const {
    const int width = 6 * links + variables;
    const auto put = [&](int row, int column, const memetik::Vec3<double>& value) {
      double* entry = out + row * width + column;
      entry[0] = value.x;
      entry[1] = value.y;
      entry[2] = value.z;
    };
    for (int k = 0; k < links; ++k) {
      const memetik::Frame<double> f = frame_of({poses + 16 * k, 16});
      put(0, 6 * k, 2.0 * f.p);
      put(0, 6 * k + 3, {0, 0, 0});
      put(1, 6 * k, {0, 0, 0});
      put(1, 6 * k + 3, cross(f.x, b));
      put(2, 6 * k, f.x);
      put(2, 6 * k + 3, cross(f.x, f.p));
    }
    for (int k = 0; k < variables; ++k) {
      out[0 * width + 6 * links + k] = std::cos(v[k]);
      out[1 * width + 6 * links + k] = 0.6 * v[k];
      out[2 * width + 6 * links + k] = 0;
    }
  }

  static void call(std::int64_t n, const double* poses, const double* v, double* residuals, double* jacobian,
                   void* user) {
    auto& self = *static_cast<ExternalExample*>(user);
    ++self.calls;
    self.samples += n;
    const int width = 6 * self.links + self.variables;
    for (std::int64_t i = 0; i < n; ++i) {
      const double *own_poses = poses + i * 16 * self.links, *own_v = v + i * self.variables;
      self.residuals(own_poses, own_v, residuals + i * rows);
      if (jacobian) self.derivative(own_poses, own_v, jacobian + i * rows * width);
    }
  }
};

struct RandomGoal {
  std::string name;
  GoalSpec goal;
  std::shared_ptr<ExternalExample> example;  // of an external goal
};

// The frame a pose goal places, seen from the frame its target is given in.
inline memetik::Frame<double> placed(const memetik::Tree& tree, const GoalSpec& goal,
                                     const std::vector<double>& q) {
  const memetik::Frame<double> own = pose_at(tree, goal.links[0], q) * goal.offset;
  return goal.frame < 0 ? own : inverse(pose_at(tree, goal.frame, q)) * own;
}

// (w, x, y, z)
inline std::vector<double> quaternion_of(const memetik::Frame<double>& frame) {
  const memetik::Vec3<double> w = memetik::log_rotation(frame);
  const double angle = norm(w), s = angle > 0 ? std::sin(angle / 2) / angle : 0;
  return {std::cos(angle / 2), s * w.x, s * w.y, s * w.z};
}

// A frame as the user gives it to a goal of this kind.
inline std::vector<double> target_at(const memetik::Frame<double>& frame, GoalKind kind) {
  if (kind == GoalKind::position) return {frame.p.x, frame.p.y, frame.p.z};
  return kind == GoalKind::pose ? matrix_of(frame) : quaternion_of(frame);
}

// The target of a goal, all else given, that is met at q. Places to look at are 0.8 m away.
inline std::vector<double> target_met_at(const memetik::Tree& tree, const GoalSpec& goal,
                                         const std::vector<double>& q) {
  using namespace memetik;
  std::vector<double> target;
  switch (goal.kind) {
    case GoalKind::pose:
    case GoalKind::position:
    case GoalKind::orientation: return target_at(placed(tree, goal, q), goal.kind);
    case GoalKind::look_at: {
      Vec3<double> place = apply(pose_at(tree, goal.links[0], q), goal.offset.p + 0.8 * goal.axis);
      if (goal.frame >= 0) place = apply(inverse(pose_at(tree, goal.frame, q)), place);
      return {place.x, place.y, place.z};
    }
    case GoalKind::stay_close:
      for (const int i : goal.variables) target.push_back(q[static_cast<std::size_t>(i)]);
      break;
    case GoalKind::external: break;
  }
  return target;
}

// A link that moves, if there is one.
inline int moving_link(Random& random, const memetik::Tree& tree) {
  int link = 0;
  for (int i = 0; i < 50 && tree.link(link).segment < 0; ++i) link = random.integer(tree.link_count());
  return link;
}

inline RandomGoal random_pose(Random& random, const memetik::Tree& tree, const std::vector<double>& q,
                              GoalKind kind, bool by_axis, bool moving) {
  using namespace memetik;
  const char* names[] = {"pose", "position", "orientation"};
  RandomGoal result{names[static_cast<int>(kind)], {}, {}};
  GoalSpec& goal = result.goal;
  goal.kind = kind;
  goal.links = {moving_link(random, tree)};
  if (random.integer(3) > 0) goal.offset = random.frame();
  goal.weight = random.uniform(0.3, 3);
  goal.rotation_scale = random.uniform(0.2, 1);
  if (by_axis || moving) {
    result.name += " by axis";
    goal.by_axis = true;
    goal.tolerance_by_axis = random.integer(2) == 0;
    goal.tolerance.fill(1e-5);
    for (double& axis : goal.axes) axis = random.integer(3) > 0 ? 1 : 0;
  }
  if (moving) {
    result.name += " in a moving frame";
    goal.frame = moving_link(random, tree);
  }
  goal.target = target_met_at(tree, goal, q);
  return result;
}

inline RandomGoal random_look_at(Random& random, const memetik::Tree& tree, const std::vector<double>& q,
                                 bool moving) {
  using namespace memetik;
  RandomGoal result{moving ? "look_at in a moving frame" : "look_at", {}, {}};
  GoalSpec& goal = result.goal;
  goal.kind = GoalKind::look_at;
  goal.links = {moving_link(random, tree)};
  goal.offset.p = random.vector(0.3);
  goal.axis = random.axis();
  goal.weight = random.uniform(0.3, 3);
  if (moving) goal.frame = moving_link(random, tree);
  goal.target = target_met_at(tree, goal, q);
  return result;
}

inline RandomGoal random_stay_close(Random& random, const memetik::Tree& tree, const std::vector<double>& q) {
  GoalSpec goal;
  goal.kind = GoalKind::stay_close;
  goal.weight = random.uniform(0.3, 3);
  for (int i = 0; i < tree.dof(); ++i) {
    goal.variables.push_back(i);
    goal.variable_weights.push_back(random.uniform(0.1, 2));
  }
  goal.target = target_met_at(tree, goal, q);
  return {"stay_close", goal, {}};
}

inline RandomGoal random_external(Random& random, const memetik::Tree& tree, const std::vector<double>& q,
                                  bool knows_derivative) {
  using namespace memetik;
  auto example = std::make_shared<ExternalExample>();
  GoalSpec goal;
  goal.kind = GoalKind::external;
  goal.rows = ExternalExample::rows;
  goal.weight = random.uniform(0.3, 3);
  for (int k = random.integer(3); k >= 0; --k) goal.links.push_back(random.integer(tree.link_count()));
  for (int i = 0; i < tree.dof();) {  // rotation vectors as a whole
    const bool ball = tree.variables()[static_cast<std::size_t>(i)].kind == VariableKind::rotation_vector;
    const bool read = random.integer(3) == 0;
    for (const int end = i + (ball ? 3 : 1); i < end; ++i)
      if (read) goal.variables.push_back(i);
  }
  example->links = static_cast<int>(goal.links.size());
  example->variables = static_cast<int>(goal.variables.size());
  std::vector<double> poses, values;
  for (const int link : goal.links)
    for (const double entry : matrix_of(pose_at(tree, link, q))) poses.push_back(entry);
  for (const int i : goal.variables) values.push_back(q[static_cast<std::size_t>(i)]);
  double here[ExternalExample::rows];
  example->residuals(poses.data(), values.data(), here);
  std::copy_n(here, ExternalExample::rows, example->at_target);
  goal.function = ExternalExample::call;
  goal.user = example.get();
  goal.knows_derivative = knows_derivative;
  return {knows_derivative ? "external with its derivative" : "external", goal, example};
}

// One goal of every kind, all met at q.
inline std::vector<RandomGoal> goals_met_at(Random& random, const memetik::Tree& tree,
                                            const std::vector<double>& q) {
  std::vector<RandomGoal> goals;
  for (const auto kind : {GoalKind::pose, GoalKind::position, GoalKind::orientation}) {
    goals.push_back(random_pose(random, tree, q, kind, false, false));
    goals.push_back(random_pose(random, tree, q, kind, true, false));
    goals.push_back(random_pose(random, tree, q, kind, true, true));
  }
  goals.push_back(random_look_at(random, tree, q, false));
  goals.push_back(random_look_at(random, tree, q, true));
  goals.push_back(random_stay_close(random, tree, q));
  goals.push_back(random_external(random, tree, q, false));
  goals.push_back(random_external(random, tree, q, true));
  return goals;
}

inline std::vector<memetik::Goal> plain(const std::vector<RandomGoal>& goals) {
  std::vector<memetik::Goal> result;
  for (const RandomGoal& g : goals) result.push_back(g.goal);
  return result;
}

inline std::vector<double> inside_limits(Random& random, const memetik::Tree& tree) {
  std::vector<double> q = random.configuration(tree);
  memetik::clip(tree, q);
  return q;
}

// What an objective says of a single goal.
struct Verdict {
  bool accepted;
  double cost;
  std::vector<double> residuals, errors;
};

inline Verdict judge(const memetik::Tree& tree, const GoalSpec& goal, const std::vector<double>& q) {
  const memetik::Problem problem(tree, {goal});
  memetik::Objective<double> objective(problem);
  std::vector<double> errors(goal.kind == GoalKind::pose ? 2 : 1);
  objective.measure(q.data(), errors.data());
  return {objective.accepted(),
          objective.cost(),
          {objective.residuals(), objective.residuals() + problem.rows()},
          errors};
}

// Says which goal it was when something failed.
class Tell {
 public:
  explicit Tell(const RandomGoal& goal) : name_(goal.name), before_(check::failures()) {}
  ~Tell() {
    if (check::failures() > before_ && before_ < check::shown) std::printf("  of %s\n", name_.c_str());
  }

 private:
  std::string name_;
  int before_;
};

// Calls visit(random, tree, goals, q) for many trees: `goals` are met at one configuration, q is another.
template <class Visit>
void for_each_example(unsigned count, int joints, Visit visit) {
  for (unsigned seed = 0; seed < count; ++seed) {
    Random random(seed);
    const memetik::Tree tree = random.tree(joints).tree();
    if (tree.dof() == 0) continue;
    const std::vector<RandomGoal> goals = goals_met_at(random, tree, inside_limits(random, tree));
    visit(random, tree, goals, inside_limits(random, tree));
  }
}
