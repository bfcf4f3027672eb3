// KeepClear: spheres on links keep clear of solids.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

struct KeepClear : GoalBase {
  static constexpr bool loss_per_row = true;

  enum class Form : std::uint8_t { margin, reciprocal, inverse, penetration };

  struct Data {
    Form form;             // the formula of the residuals
    double margin, scale;  // m and e of the formula
    std::vector<LinkSphere> spheres;
    std::vector<LinkSolid> solids;
  };
  static Fields fields(Data& data) {
    return {{"form", choice(data.form, {{"margin", Form::margin},
                                        {"reciprocal", Form::reciprocal},
                                        {"inverse", Form::inverse},
                                        {"penetration", Form::penetration}})},
            {"margin", &data.margin},
            {"scale", &data.scale},
            {"spheres", &data.spheres},
            {"solids", &data.solids}};
  }

  static int row_count(const Goal& goal) {
    int rows = 0;
    for_each_pair(data_of<KeepClear>(goal), [&](const LinkSphere&, const LinkSolid&, int) { ++rows; });
    return rows;
  }
  static bool nonzero_when_met(const Goal& goal) {
    const Form form = data_of<KeepClear>(goal).form;
    return form == Form::reciprocal || form == Form::inverse;
  }

  // One residual for every sphere and solid that are not on the same link, with the clearance c between them:
  //   margin       max(0, m - c)
  //   reciprocal   1 / c, and its tangent at e if c < e                 (Starke 2020)
  //   inverse      2 e / (e + c), and its tangent at 0 if c < 0         (Engelke 2024, 8.2)
  //   penetration  max(0, -c) / e
  // The error is the margin minus the minimum clearance, and at least 0.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    T lacking(0);
    for_each_pair(data, [&](const LinkSphere& sphere, const LinkSolid& solid, int) {
      const T clearance = Pair<T>(view, sphere, solid).clearance;
      sink.rows(std::array{residual(data, clearance).value});
      lacking = max(lacking, T(data.margin) - clearance);
    });
    sink.error(lacking * lacking, 0);
    if (!sink.wants_derivatives()) return;
    for_each_pair(data, [&](const LinkSphere& sphere, const LinkSolid& solid, int row) {
      const Pair<T> pair(view, sphere, solid);
      const T slope = residual(data, pair.clearance).slope;
      const auto add_rates = [&](int link, const T& sign) {
        if (link < 0) return;
        sink.add_link_rates(
            view.goal.links[static_cast<std::size_t>(link)], pair.center,
            [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{sign * slope * dot(pair.normal, v)}; },
            row);
      };
      add_rates(sphere.link, T(1));
      add_rates(solid.link, T(-1));
    });
  }

 private:
  // visit(sphere, solid, row)
  template <class Visit>
  static void for_each_pair(const Data& data, const Visit& visit) {
    int row = 0;
    for (const LinkSphere& sphere : data.spheres)
      for (const LinkSolid& solid : data.solids)
        if (sphere.link != solid.link) visit(sphere, solid, row++);
  }

  template <class T>
  static Frame<T> frame_of(const GoalView<T>& view, int link) {
    return link < 0 ? broadcast<T>(identity_frame) : view.link(link);
  }

  template <class T>
  struct Pair {
    Vec3<T> center, normal;
    T clearance;

    Pair(const GoalView<T>& view, const LinkSphere& sphere, const LinkSolid& on_link) {
      center = apply(frame_of(view, sphere.link), sphere.center);
      const Frame<T> frame = frame_of(view, on_link.link);
      const SignedDistance<T> distance = signed_distance(on_link.solid, rotate_back(frame, center - frame.p));
      normal = rotate(frame, distance.normal);
      clearance = distance.value - T(sphere.radius);
    }
  };

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
};

}  // namespace memetik::goals
