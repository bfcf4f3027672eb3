// External: the residuals that a user's function returns.
#pragma once

#include "memetik/objective/external_call.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

struct External : GoalBase {
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data&, Sink<T>& sink) {
    ExternalCall<T>& call = *view.external;
    call.call(view.kinematics, view.q, sink.has_jacobian());
    T squared(0);
    for (int row = 0; row < view.goal.rows; ++row) {
      sink.rows(std::array{call.residual(row)});
      squared += call.residual(row) * call.residual(row);
    }
    sink.error(squared, 0);
    if (!sink.wants_derivatives()) return;
    const int links = static_cast<int>(view.goal.links.size());
    for (int k = 0; k < links; ++k)
      sink.add_link_rates(view.goal.links[static_cast<std::size_t>(k)], view.link(k).p,
                          [&](const Vec3<T>& linear, const Vec3<T>& angular) {
                            return Rates<T>{&call, k, view.goal.rows, linear, angular};
                          });
    for (std::size_t v = 0; v < view.goal.variables.size(); ++v)
      for (int row = 0; row < view.goal.rows; ++row)
        sink.add_variable_rate(row, view.goal.variables[v],
                               call.derivative(row)[6 * links + static_cast<int>(v)]);
  }

 private:
  // The rates of the rows for a velocity of one of the goal's links.
  template <class T>
  struct Rates {
    const ExternalCall<T>* call;
    int link, rows;
    Vec3<T> linear, angular;

    std::size_t size() const { return static_cast<std::size_t>(rows); }
    T operator[](std::size_t row) const {
      const T* d = call->derivative(static_cast<int>(row)) + 6 * link;
      return d[0] * linear.x + d[1] * linear.y + d[2] * linear.z + d[3] * angular.x + d[4] * angular.y +
             d[5] * angular.z;
    }
  };
};

}  // namespace memetik::goals
