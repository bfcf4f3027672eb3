// KeepClear: spheres of links and solids keep away from each other.
#pragma once

#include "memetik/collision/primitive.hpp"
#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Constants: the form, margin and scale of the residuals and the number of spheres; then for every sphere the
// link it is on (a place in goal.links, -1: the root), its center and radius; then for every solid its link
// and its primitive.
struct KeepClear : GoalBase {
  static constexpr bool rows_apart = true;
  static constexpr std::size_t form = 0, margin = 1, scale = 2, sphere_count = 3, spheres = 4;

  enum class Form : std::uint8_t { margin, wall, inverse, penetration };

  static int parameter_count(const Goal&) { return 0; }
  static void set_constants(const Goal&, double*) {}
  static int row_count(const Goal& goal) {
    int rows = 0;
    for_each_pair(goal, [&](const double*, const double*, int) { ++rows; });
    return rows;
  }
  static bool pulls_when_met(const Goal& goal) {
    const Form f = form_of(goal);
    return f == Form::wall || f == Form::inverse;
  }

  // Residual of every sphere and solid that are not on the same link, by the clearance c between them:
  //   margin       max(0, m - c)
  //   wall         1 / c, below c = e its tangent                       (Starke 2020)
  //   inverse      2 e / (e + c), below c = 0 its tangent               (endoscopic IK thesis 2024, 8.2)
  //   penetration  max(0, -c) / e
  // The error is how much the least clearance lacks to the margin.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    T lacking(0);
    for_each_pair(view.goal, [&](const double* sphere, const double* solid, int) {
      const T clearance = Pair<T>(view, sphere, solid).clearance;
      sink.rows(std::array{residual(view.goal, clearance).value});
      lacking = max(lacking, T(view.goal.constants[margin]) - clearance);
    });
    sink.error(lacking * lacking, 0);
    if (!sink.wants_derivatives()) return;
    for_each_pair(view.goal, [&](const double* sphere, const double* solid, int row) {
      const Pair<T> pair(view, sphere, solid);
      const T slope = residual(view.goal, pair.clearance).slope;
      const auto moves = [&](double slot, const T& sign) {
        if (slot < 0) return;
        sink.moves(
            view.goal.links[static_cast<std::size_t>(slot)], pair.center,
            [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{sign * slope * dot(pair.normal, v)}; },
            row);
      };
      moves(sphere[0], T(1));
      moves(solid[0], T(-1));
    });
  }

 private:
  static constexpr std::size_t sphere_numbers = 5, solid_numbers = 1 + Primitive::numbers;

  static Form form_of(const Goal& goal) { return static_cast<Form>(goal.constants[form]); }

  // visit(sphere, solid, row)
  template <class Visit>
  static void for_each_pair(const Goal& goal, const Visit& visit) {
    const double* first_sphere = goal.constants.data() + spheres;
    const double* first_solid =
        first_sphere + static_cast<std::size_t>(goal.constants[sphere_count]) * sphere_numbers;
    const double* end = goal.constants.data() + goal.constants.size();
    int row = 0;
    for (const double* sphere = first_sphere; sphere != first_solid; sphere += sphere_numbers)
      for (const double* solid = first_solid; solid != end; solid += solid_numbers)
        if (sphere[0] != solid[0]) visit(sphere, solid, row++);
  }

  template <class T>
  static Frame<T> frame_of(const GoalView<T>& view, double slot) {
    return slot < 0 ? broadcast<T>(identity_frame) : view.link(static_cast<int>(slot));
  }

  template <class T>
  struct Pair {
    Vec3<T> center, normal;
    T clearance;

    Pair(const GoalView<T>& view, const double* sphere, const double* solid) {
      center = apply(frame_of(view, sphere[0]), Vec3<double>{sphere[1], sphere[2], sphere[3]});
      const Frame<T> frame = frame_of(view, solid[0]);
      const SignedDistance<T> distance =
          signed_distance(Primitive::read(solid + 1), rotate_back(frame, center - frame.p));
      normal = rotate(frame, distance.normal);
      clearance = distance.value - T(sphere[4]);
    }
  };

  template <class T>
  struct Residual {
    T value, slope;
  };
  template <class T>
  static Residual<T> residual(const Goal& goal, const T& c) {
    const double e = goal.constants[scale];
    switch (form_of(goal)) {
      case Form::margin: {
        const T lacking = T(goal.constants[margin]) - c;
        return {max(lacking, T(0)), select(lacking > T(0), T(-1), T(0))};
      }
      case Form::wall: {
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
};

}  // namespace memetik::goals
