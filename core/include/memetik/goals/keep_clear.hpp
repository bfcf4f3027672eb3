// KeepClear: the spheres of a robot keep clear of obstacles and of each other.
#pragma once

#include "memetik/collision/contact_search.hpp"
#include "memetik/objective/body_quadratics.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// The target is the poses of the obstacles, 12 numbers each: the axes and the origin, as in Frame.
struct KeepClear : GoalBase {
  static constexpr bool aggregates = true;

  enum class Form : std::uint8_t { margin, reciprocal, inverse, penetration };

  struct Data {
    Form form;             // the formula of the residuals
    double margin, scale;  // m and e of the formula
    std::shared_ptr<const SphereRobot> robot;
    std::vector<Obstacle> obstacles;
  };
  static Fields fields(Data& data) {
    return {{"form", choice(data.form, {{"margin", Form::margin},
                                        {"reciprocal", Form::reciprocal},
                                        {"inverse", Form::inverse},
                                        {"penetration", Form::penetration}})},
            {"margin", &data.margin},
            {"scale", &data.scale},
            {"robot", &data.robot},
            {"obstacles", &data.obstacles}};
  }

  static bool nonzero_when_met(const Goal& goal) { return !has_reach(data_of<KeepClear>(goal)); }

  template <class T>
  struct Workspace {
    ContactSearch<T> search;
    BodyQuadratics<T> bodies;
    Quadratic<T> sum;

    Workspace(const Goal& goal, const Kinematics<T>& kinematics, int active)
        : search(*data_of<KeepClear>(goal).robot, data_of<KeepClear>(goal).obstacles),
          bodies(kinematics),
          sum(active) {}
  };

  // One residual for every sphere and obstacle, and for every two spheres that must not touch, with the
  // clearance c between them:
  //   margin       max(0, m - c)
  //   reciprocal   1 / c, and its tangent at e if c < e                 (Starke 2020)
  //   inverse      2 e / (e + c), and its tangent at 0 if c < 0         (Engelke 2024, 8.2)
  //   penetration  max(0, -c) / e
  // A loss applies to every residual. The error is the margin minus the minimum clearance, and at least 0.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    auto& [search, bodies, sum] = *static_cast<Workspace<T>*>(view.workspace);
    const double reach = has_reach(data) ? data.margin : HUGE_VAL;
    const auto spheres = data.robot->spheres();
    const auto node_of = [&](int sphere) {
      const int link = spheres[static_cast<std::size_t>(sphere)].link;
      return link < 0 ? -1 : view.kinematics.node_of(view.goal.links[static_cast<std::size_t>(link)]);
    };
    search.place([&](int link) { return link < 0 ? broadcast<T>(identity_frame) : view.link(link); });
    sum.clear();
    T lacking(0);
    const bool linear = sink.wants_derivatives();
    const auto count = [&](const T& clearance, const auto& add) {
      lacking = max(lacking, T(data.margin) - clearance);
      const Term<T> term = term_of(view.goal, data, clearance);
      sum.cost() += term.cost;
      if (linear) add(term);
    };
    search.near_obstacles([&](std::size_t o) { return frame_at(view.parameters + 12 * o); }, reach,
                          [&](int sphere, int, const T& clearance, const auto& normal) {
                            count(clearance, [&](const Term<T>& term) {
                              bodies.add(node_of(sphere), BodyRate<T>::along(normal(), search.center(sphere)),
                                         term.weight, term.pull);
                            });
                          });
    search.near_itself(reach, [&](int sphere, int other, const T& clearance, const auto& normal) {
      count(clearance, [&](const Term<T>& term) {
        bodies.add_pair(view.kinematics, sink.active_columns(), {node_of(sphere), node_of(other)},
                        BodyRate<T>::along(normal(), search.center(sphere)), term.weight, term.pull, sum);
      });
    });
    if (linear) bodies.project(view.kinematics, sink.active_columns(), sum);
    sink.aggregate(sum, lacking * lacking);
  }

 private:
  // Whether residuals are zero beyond the margin.
  static bool has_reach(const Data& data) {
    return data.form == Form::margin || data.form == Form::penetration;
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
    const LossValue<T> loss = goal.losses[0].at(value);
    return {loss.value, loss.weight * slope * slope, T(0.5) * loss.slope * slope};
  }
};

}  // namespace memetik::goals
