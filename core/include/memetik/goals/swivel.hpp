// Swivel: an arm's elbow is turned about the line from shoulder to wrist by a given angle.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"
#include "memetik/math/atan2.hpp"

namespace memetik::goals {

// Links: those of shoulder, elbow and wrist. Parameters: the cosine and the sine of the wanted angle.
struct Swivel : GoalBase {
  struct Data {
    std::vector<Vec3<double>> points;  // one point per link, in the link's frame
    Vec3<double> reference;            // a unit vector
  };
  static Fields fields(Data& data) { return {{"points", &data.points}, {"reference", &data.reference}}; }

  static int row_count(const Goal&) { return 1; }
  static int target_size(const Goal&) { return 2; }
  static void set_target(const Goal&, const double* target, double* parameters) {
    parameters[0] = std::cos(target[0]);
    parameters[1] = std::sin(target[0]);
  }

  // With e and w from the shoulder to elbow and wrist, u = w / |w|, and the parts p = e - (u . e) u and
  // l = r - (u . r) u of e and of the reference r across u, the angle from l to p about u is
  //   a = atan2(u . (l x p), l . p).
  // A turn of u by u x du moves e and r across u, too, hence (Kreutz-Delgado, Long, Seraji 1992)
  //   da = f(p) . de - ((u . e) f(p) - (u . r) f(l)) . dw / |w| with f(x) = u x x / |x|^2.
  // Where p or l is zero, there is no angle: it counts as 0, with small or no derivatives.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const PointInFrame<T> shoulder(view, data.points[0], 0), elbow(view, data.points[1], 1),
        wrist(view, data.points[2], 2);
    const Vec3<T> e = elbow.local - shoulder.local, w = wrist.local - shoulder.local,
                  r = broadcast<T>(data.reference);
    const T inverse = T(1) / max(norm(w), T(least));
    const Vec3<T> u = inverse * w;
    const T ue = dot(u, e), ur = dot(u, r);
    const Vec3<T> p = e - ue * u, l = r - ur * u;
    const auto defined = (dot(p, p) > T(least * least)) & (dot(l, l) > T(least * least));
    const T x = select(defined, dot(l, p), T(1)), y = select(defined, dot(u, cross(l, p)), T(0));
    const T c = view.parameters[0], s = view.parameters[1], off = atan2(c * y - s * x, c * x + s * y);
    sink.rows(std::array{off});
    sink.error(off * off, 0);
    const auto slope = [&](const Vec3<T>& v) {
      return (T(1) / max(dot(v, v), T(least * least))) * cross(u, v);
    };
    const Vec3<T> of_elbow = slope(p), of_wrist = inverse * (ur * slope(l) - ue * of_elbow),
                  of_shoulder = -(of_elbow + of_wrist);
    elbow.add_rates(sink, [&](const Vec3<T>& v) { return std::array{dot(of_elbow, v)}; });
    wrist.add_rates(sink, [&](const Vec3<T>& v) { return std::array{dot(of_wrist, v)}; });
    shoulder.add_rates(sink, [&](const Vec3<T>& v) { return std::array{dot(of_shoulder, v)}; });
  }

 private:
  static constexpr double least = 1e-9;  // [m], and sine of the angle to the reference
};

}  // namespace memetik::goals
