// PassThrough: straight segments that connect points of consecutive links pass through a position, or a ball
// around it: the remote centre of motion of an instrument that works through a small hole.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the position, in the root's frame.
struct PassThrough : GoalBase {
  struct Data {
    std::vector<Vec3<double>> points;  // one point per link, in the link's frame
    double radius = 0;                 // [m] of the ball
  };
  static Fields fields(Data& data) { return {{"points", &data.points}, {"radius", &data.radius}}; }

  static int row_count(const Goal&) { return 3; }

  // Residual: the vector r from the ball around the target t to the nearest point of the nearest segment. On
  // the segment from a to b that is p = a + u (b - a) with u = (t - a).(b - a) / |b - a|^2, clamped to [0,
  // 1].
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const int segments = static_cast<int>(view.goal.links.size()) - 1;
    LineSegment<T> nearest(view, data, 0);
    T where(0);
    for (int k = 1; k < segments; ++k) {
      const LineSegment<T> other(view, data, k);
      const auto nearer = dot(other.residual, other.residual) < dot(nearest.residual, nearest.residual);
      nearest.residual = select(nearer, other.residual, nearest.residual);
      where = select(nearer, T(k), where);
    }
    const FromBall<T> from_ball(nearest.residual, data.radius);
    const Vec3<T> r = from_ball.vector(nearest.residual);
    sink.rows(std::array{r.x, r.y, r.z});
    sink.error(dot(r, r), 0);
    if (!sink.wants_derivatives()) return;
    for (int k = 0; k < segments; ++k) {
      const T chosen = select((where >= T(k)) & (where <= T(k)), T(1), T(0));
      LineSegment<T>(view, data, k).add_rates(sink, chosen, from_ball);
    }
  }

 private:
  // A vector p - t becomes r = f (p - t) with f = max(0, 1 - R / |p - t|), for a ball of radius R around t.
  // dr = f dp + (p - t) R (p - t).dp / |p - t|^3 where f > 0.
  template <class T>
  struct FromBall {
    bool is_point;
    T share = T(1), turned = T(0);  // f, and R / |p - t|^3
    Vec3<T> from_center;

    FromBall(const Vec3<T>& difference, double radius) : is_point(radius <= 0), from_center(difference) {
      if (is_point) return;
      const T square = max(dot(difference, difference), T(1e-18)), inverse = T(1) / sqrt(square);
      share = max(T(1) - radius * inverse, T(0));
      turned = select(share > T(0), radius * inverse / square, T(0));
    }

    Vec3<T> vector(const Vec3<T>& difference) const { return is_point ? difference : share * difference; }
    Vec3<T> rate(const Vec3<T>& v) const {
      return is_point ? v : share * v + turned * dot(from_center, v) * from_center;
    }
  };

  template <class T>
  struct LineSegment {
    const GoalView<T>& view;
    int k;
    Vec3<T> a, b, along, residual;
    T u, slope, inverse_square;

    LineSegment(const GoalView<T>& goal, const Data& data, int number) : view(goal), k(number) {
      const Vec3<T> place = view.target();
      const Vec3<double>* point = data.points.data() + k;
      a = apply(view.link(k), point[0]);
      b = apply(view.link(k + 1), point[1]);
      along = b - a;
      inverse_square = T(1) / max(dot(along, along), T(1e-18));
      const T free = inverse_square * dot(place - a, along);
      u = min(max(free, T(0)), T(1));
      slope = select((free > T(0)) & (free < T(1)), T(1), T(0));
      residual = a + u * along - place;
    }

    // With s = b - a: du = (-v_a . s - r . (v_b - v_a) - u s . (v_b - v_a)) / |s|^2, as t - a = u s - r.
    void add_rates(Sink<T>& sink, const T& chosen, const FromBall<T>& from_ball) const {
      const auto rates = [&](const Vec3<T>& va, const Vec3<T>& vb) {
        const Vec3<T> turn = vb - va;
        const T du = slope * inverse_square * (-dot(va, along) - dot(residual, turn) - u * dot(along, turn));
        const Vec3<T> rate = chosen * from_ball.rate(va + u * turn + du * along);
        return std::array{rate.x, rate.y, rate.z};
      };
      const Vec3<T> still{T(0), T(0), T(0)};
      const auto link = [&](int i) { return view.goal.links[static_cast<std::size_t>(k + i)]; };
      sink.add_link_rates(link(0), a, [&](const Vec3<T>& v, const Vec3<T>&) { return rates(v, still); });
      sink.add_link_rates(link(1), b, [&](const Vec3<T>& v, const Vec3<T>&) { return rates(still, v); });
    }
  };
};

}  // namespace memetik::goals
