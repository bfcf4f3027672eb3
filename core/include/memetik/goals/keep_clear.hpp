// KeepClear: the spheres of a robot keep clear of obstacles and of each other.
#pragma once

#include "memetik/collision/contact_search.hpp"
#include "memetik/objective/body_quadratics.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the poses of the obstacles, a 4x4 matrix each. The parameters are their frames.
struct KeepClear : GoalBase {
  static constexpr bool aggregates = true;
  static constexpr TargetKind target_kind = TargetKind::pose;

  enum class Form : std::uint8_t { margin, reciprocal, inverse, penetration };
  enum class Over : std::uint8_t { sum, minimum };

  struct Data {
    Form form;             // the formula of the residuals
    Over over;             // all pairs add to the cost, or only the one with the smallest clearance
    double margin, scale;  // m and e of the formula
    std::shared_ptr<const SphereRobot> robot;
    std::vector<Obstacle> obstacles;
  };
  static Fields fields(Data& data) {
    return {{"form", choice(data.form, {{"margin", Form::margin},
                                        {"reciprocal", Form::reciprocal},
                                        {"inverse", Form::inverse},
                                        {"penetration", Form::penetration}})},
            {"over", choice(data.over, {{"sum", Over::sum}, {"minimum", Over::minimum}})},
            {"margin", &data.margin},
            {"scale", &data.scale},
            {"robot", &data.robot},
            {"obstacles", &data.obstacles}};
  }

  static bool nonzero_when_met(const Goal& goal) { return !has_reach(data_of<KeepClear>(goal)); }
  static int target_size(const Goal& goal) {
    return 12 * static_cast<int>(data_of<KeepClear>(goal).obstacles.size());
  }
  static void set_target(const Goal& goal, const double* target, double* parameters) {
    for (std::size_t o = 0; o < data_of<KeepClear>(goal).obstacles.size(); ++o, target += 16)
      for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) *parameters++ = target[4 * row + column];
  }

  // Only the spheres on these links, and the pairs of them.
  static std::shared_ptr<const void> data_of_links(const Goal& goal, std::span<const int> kept);

  template <class T>
  struct Workspace {
    ContactSearch<T> search;
    BodyQuadratics<T> bodies;
    Quadratic<T> sum;
    LargestResiduals largest;
    std::int64_t version = -1;  // of the parameters with the obstacles' poses

    Workspace(const Goal& goal, const Kinematics<T>& kinematics, int active)
        : search(*data_of<KeepClear>(goal).robot, data_of<KeepClear>(goal).obstacles),
          bodies(kinematics),
          sum(active),
          largest(active) {}
  };

  // One residual for every sphere and obstacle, and for every two spheres that must not touch, with the
  // clearance c between them:
  //   margin       max(0, m - c)
  //   reciprocal   1 / c, and its tangent at e if c < e                 (Starke 2020)
  //   inverse      2 e / (e + c), and its tangent at 0 if c < 0         (Engelke 2024, 8.2)
  //   penetration  max(0, -c) / e
  // A loss applies to every residual. Over the minimum, only the pair with the smallest clearance has a
  // residual, and a loss applies to its square (Engelke 2024, 8.2 and 8.3). The error is the margin minus the
  // minimum clearance, and at least 0. Pairs of links that hardly ever come near each other (never_pairs)
  // have no residuals; they count in the errors of single evaluations, which decide whether an answer is
  // accepted.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    auto& [search, bodies, sum, largest, version] = *static_cast<Workspace<T>*>(view.workspace);
    if (version != view.version) search.obstacles_moved();
    version = view.version;
    const double reach = has_reach(data) ? data.margin : HUGE_VAL;
    const auto node_of = [&](int sphere) {
      const int link = data.robot->spheres()[static_cast<std::size_t>(sphere)].link;
      return link < 0 ? -1 : view.kinematics.node_of(view.goal.links[static_cast<std::size_t>(link)]);
    };
    const bool linear = sink.has_jacobian();
    T lacking(0);
    sum.clear();
    largest.clear();
    const auto add = [&](const Term<T>& term, const std::array<int, 2>& nodes, const BodyRate<T>& rate) {
      sum.cost() += term.cost;
      if (!linear) return;
      if (nodes[1] < 0)
        bodies.add(nodes[0], rate, term.weight, term.pull);
      else
        bodies.add_pair(view.kinematics, sink.active_columns(), nodes, rate, term.weight, term.pull, sum);
    };
    const bool minimum = data.over == Over::minimum;
    T nearest(-1);  // number of the pair with the smallest clearance
    const auto visit = [&](int sphere, int partner, int other, const T& clearance, const auto& normal) {
      lacking = max(lacking, T(data.margin) - clearance);
      Term<T> term = term_of(view.goal, data, clearance);
      if (minimum) {
        const T number(pair_number(data, sphere, partner));
        const auto chosen = (nearest >= number) & (nearest <= number);
        if (!any(chosen)) return true;
        term = {select(chosen, term.cost, T(0)), select(chosen, term.weight, T(0)),
                select(chosen, term.pull, T(0))};
      }
      const auto rate = [&] { return BodyRate<T>::along(normal(), search.center(sphere)); };
      if constexpr (Lanes<T>::count == 1) {
        if (sink.separates_largest()) {
          largest.add({term.cost, term.weight, term.pull, {node_of(sphere), other}, rate()},
                      [&](const PairResidual& smallest) {
                        add({smallest.cost, smallest.weight, smallest.pull}, smallest.nodes, smallest.rate);
                      });
          return true;
        }
      }
      add(term, {node_of(sphere), other}, linear ? rate() : BodyRate<T>{});
      return true;
    };
    search.place([&](int link) { return link < 0 ? broadcast<T>(identity_frame) : view.link(link); });
    const auto pose_of = [&](std::size_t o) { return frame_at(view.parameters + 12 * o); };
    if (minimum) nearest = nearest_pair(data, search, pose_of, reach);
    search.near_obstacles(pose_of, reach, [&](int sphere, int o, const T& clearance, const auto& normal) {
      return visit(sphere, o, -1, clearance, normal);
    });
    const int obstacles = static_cast<int>(data.obstacles.size());
    const auto visit_pair = [&](int sphere, int other, const T& clearance, const auto& normal) {
      return visit(sphere, obstacles + other, node_of(other), clearance, normal);
    };
    search.near_itself(data.robot->descent_pairs(), reach, visit_pair);
    if constexpr (Lanes<T>::count == 1) {
      const auto find_lacking = [&](int, int, const T& clearance, const auto&) {
        lacking = max(lacking, T(data.margin) - clearance);
        return true;
      };
      search.near_itself(data.robot->never_pairs(), data.margin, find_lacking);
    }
    if (linear) bodies.project(view.kinematics, sink.active_columns(), sum);
    if constexpr (Lanes<T>::count == 1)
      if (sink.separates_largest()) return sink.aggregate(largest, sum, lacking * lacking);
    sink.aggregate(sum, lacking * lacking);
  }

 private:
  // Whether residuals are zero beyond the margin.
  static bool has_reach(const Data& data) {
    return data.form == Form::margin || data.form == Form::penetration;
  }

  // A number for a sphere and its partner: an obstacle, or behind these another sphere.
  static double pair_number(const Data& data, int sphere, int partner) {
    return static_cast<double>(sphere) *
               static_cast<double>(data.obstacles.size() + data.robot->spheres().size()) +
           partner;
  }
  // The number of the pair with the smallest clearance, in every lane; of equals, the first.
  template <class T, class PoseOf>
  static T nearest_pair(const Data& data, ContactSearch<T>& search, const PoseOf& pose_of, double reach) {
    T least(HUGE_VAL), number(-1);
    const auto compare = [&](int sphere, int partner, const T& clearance) {
      const auto nearer = clearance < least;
      number = select(nearer, T(pair_number(data, sphere, partner)), number);
      least = select(nearer, clearance, least);
      return true;
    };
    search.near_obstacles(pose_of, reach, [&](int sphere, int o, const T& clearance, const auto&) {
      return compare(sphere, o, clearance);
    });
    const int obstacles = static_cast<int>(data.obstacles.size());
    const auto compare_pair = [&](int sphere, int other, const T& clearance, const auto&) {
      return compare(sphere, obstacles + other, clearance);
    };
    search.near_itself(data.robot->descent_pairs(), reach, compare_pair);
    return number;
  }

  template <class T>
  struct Residual {
    T value, slope;
  };
  template <class T>
  static Residual<T> residual(const Data& data, const T& c) {
    const double e = data.scale;
    switch (data.form) {
      case Form::margin: {
        const T lacking = T(data.margin) - c;
        return {max(lacking, T(0)), select(lacking > T(0), T(-1), T(0))};
      }
      case Form::reciprocal: {
        const T inverse = T(1) / max(c, T(e));
        return {inverse + max(T(e) - c, T(0)) * T(1 / (e * e)), -inverse * inverse};
      }
      case Form::inverse: {
        const T inverse = T(1) / (T(e) + max(c, T(0)));
        return {T(2 * e) * inverse + max(-c, T(0)) * T(2 / e), T(-2 * e) * inverse * inverse};
      }
      case Form::penetration: break;
    }
    return {max(-c, T(0)) * T(1 / e), select(c < T(0), T(-1 / e), T(0))};
  }

  // What a residual adds to the cost, to the second derivative along the normal, and to the first; the
  // derivatives are halved.
  template <class T>
  struct Term {
    T cost, weight, pull;
  };
  template <class T>
  static Term<T> term_of(const Goal& goal, const Data& data, const T& clearance) {
    const auto [value, slope] = residual(data, clearance);
    if (goal.losses.empty()) [[likely]]
      return {value * value, slope * slope, value * slope};
    if (data.over == Over::minimum) {  // d rho(r^2) = rho' 2 r dr
      const LossValue<T> loss = goal.losses[0].at(value * value);
      return {loss.value, loss.slope * slope * slope, loss.slope * value * slope};
    }
    const LossValue<T> loss = goal.losses[0].at(value);
    return {loss.value, loss.weight * slope * slope, T(0.5) * loss.slope * slope};
  }
};

}  // namespace memetik::goals
