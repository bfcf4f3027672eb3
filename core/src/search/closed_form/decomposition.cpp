#include "memetik/search/closed_form/decomposition.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/math/small_matrix.hpp"

namespace memetik {

namespace {

// Lengths below this share of the arm's, and sines below it, make an equation useless.
constexpr double least_leverage = 1e-3;
// Almost parallel axes are nearest to each other far away. Beyond this many lengths of the arm, the equations
// would lose too many digits.
constexpr double most_stretched = 100;

bool are_parallel(const Axis& a, const Axis& b) {
  return norm(cross(a.direction, b.direction)) <= structural_tolerance;
}

// Not inlined: GCC 12 with -O3 wrongly combines the writes of points that are computed from each other.
[[gnu::noinline]] Vec3<double> foot(const Axis& axis, const Vec3<double>& point) {
  return axis.point + dot(axis.direction, point - axis.point) * axis.direction;
}

double distance_from(const Axis& axis, const Vec3<double>& point) { return norm(point - foot(axis, point)); }

// Moves the points of two axes to where they are nearest to each other. Those of parallel axes are level with
// the first.
void bring_together(Axis& a, Axis& b) {
  if (!are_parallel(a, b)) {
    const Vec3<double> way = b.point - a.point, across = cross(a.direction, b.direction);
    const double square = dot(across, across);
    a.point = a.point + (dot(cross(way, b.direction), across) / square) * a.direction;
  }
  b.point = foot(b, a.point);
}

// Whether two axes intersect. If they do, their points become the same, else they are nearest to each other.
bool join(Axis& a, Axis& b, double length) {
  bring_together(a, b);
  if (norm(b.point - a.point) > structural_tolerance * length || are_parallel(a, b)) return false;
  a.point = b.point = 0.5 * (a.point + b.point);
  return true;
}

// Whether two parallel axes have the same direction, or opposite ones.
double sign_between(const Axis& a, const Axis& b) { return dot(a.direction, b.direction) < 0 ? -1 : 1; }

Vec3<double> aligned(const Axis& leading, const Axis& other) {
  return sign_between(leading, other) * leading.direction;
}

// The point with the least sum of squared distances from three axes: sum (I - h h^T) (x - p) = 0.
Vec3<double> nearest_point(std::span<const Axis> axes) {
  SmallMatrix<3> sum{};
  SmallVector<3> right{};
  for (const auto& [h, p] : axes) {
    const SmallVector<3> direction{h.x, h.y, h.z};
    const Vec3<double> across = p - dot(h, p) * h;
    add_outer(sum, -1, direction, direction);
    for (std::size_t i = 0; i < 3; ++i) sum[i][i] += 1;
    add(right, 1, SmallVector<3>{across.x, across.y, across.z});
  }
  if (!invert_positive(sum)) return axes[0].point;
  const SmallVector<3> x = product(sum, right);
  return {x[0], x[1], x[2]};
}

// The last three axes intersect in one point. With p_ij the way from the point of axis i to that of axis j:
//   |R_1^T p_1w - p_12|^2 = |p_23 + R_3 p_3w|^2,   h_2 . (R_1^T p_1w - p_12) = h_2 . (p_23 + R_3 p_3w).
bool is_wrist(Decomposition& d) {
  auto& [first, second, third, fourth, fifth, sixth] = d.arm.axes;
  const double length = d.arm.length;
  if (norm(cross(fourth.direction, fifth.direction)) < least_leverage ||
      norm(cross(fifth.direction, sixth.direction)) < least_leverage)
    return false;
  const Vec3<double> center = nearest_point(std::span(d.arm.axes).subspan(3));
  for (Axis* axis : {&fourth, &fifth, &sixth}) {
    if (distance_from(*axis, center) > structural_tolerance * length) return false;
    axis->point = center;
  }
  if (are_parallel(second, third)) {  // the second equation has only the first angle
    if (are_parallel(first, second)) return false;
    bring_together(first, second);
    third.point = foot(third, second.point);
    third.direction = aligned(second, third);
    d.order = {false, 0, true};
  } else if (join(first, second, length)) {  // the first one has only the third angle
    third.point = foot(third, second.point);
    d.order = {false, 1, false};
  } else if (join(second, third, length)) {  // the first one has only the first angle
    first.point = foot(first, second.point);
    d.order = {false, 1, true};
  } else if (are_parallel(first, second)) {  // the second one has only the third angle
    bring_together(first, second);
    second.direction = aligned(first, second);
    third.point = foot(third, second.point);
    if (norm(second.point - first.point) < least_leverage * length) return false;
    d.order = {false, 0, false};
  } else {
    bring_together(first, second);
    third.point = foot(third, second.point);
    d.order = {};
  }
  // the third joint has to move the wrist towards the axes before it
  const Circle wrist(third.direction, center - third.point);
  const Vec3<double> upper = third.point - second.point;
  const Vec3<double> by_height{dot(second.direction, wrist.cosine), dot(second.direction, wrist.sine), 0},
      by_distance{dot(upper, wrist.cosine), dot(upper, wrist.sine), 0};
  const double least = least_leverage * length;
  if (d.order.coupled) return norm(cross(by_height, by_distance)) > least * least * least;
  const bool third_by_distance = d.order.first_row == (d.order.x_first ? 0 : 1);
  return third_by_distance ? norm(by_distance) > least * least : norm(by_height) > least;
}

// The second, third and fourth axes are parallel, along h. With z the sixth axis' direction at the target:
//   h . (R_1^T p_16 - R_5 p_56) = h . (p_12 + p_23 + p_34 + p_45),   h . (R_1^T z - R_5 h_6) = 0.
bool is_inner_parallel(Decomposition& d) {
  auto& [first, second, third, fourth, fifth, sixth] = d.arm.axes;
  const double length = d.arm.length, least = least_leverage * length;
  if (!are_parallel(second, third) || !are_parallel(second, fourth)) return false;
  if (norm(cross(first.direction, second.direction)) < least_leverage ||
      norm(cross(fifth.direction, fourth.direction)) < least_leverage)
    return false;
  d.signs[2] = sign_between(second, third);
  d.signs[3] = sign_between(second, fourth);
  third.direction = second.direction;
  fourth.direction = second.direction;
  bring_together(first, second);
  third.point = foot(third, second.point);
  fourth.point = foot(fourth, second.point);
  if (norm(third.point - second.point) < least || norm(fourth.point - third.point) < least) return false;
  if (are_parallel(fifth, sixth)) {
    bring_together(fifth, sixth);
    sixth.direction = aligned(fifth, sixth);
    d.order = {false, 1, true};
    const Circle tip(fifth.direction, sixth.point - fifth.point);
    return std::hypot(dot(second.direction, tip.cosine), dot(second.direction, tip.sine)) > least;
  }
  if (join(fifth, sixth, length)) {
    d.order = {false, 0, true};
    return norm(cross(fifth.direction, sixth.direction)) > least_leverage;
  }
  d.order = {};
  const Circle tip(fifth.direction, sixth.point - fifth.point), direction(fifth.direction, sixth.direction);
  const Vec3<double> by_place{dot(second.direction, tip.cosine), dot(second.direction, tip.sine), 0},
      by_direction{dot(second.direction, direction.cosine), dot(second.direction, direction.sine), 0};
  return norm(cross(by_place, by_direction)) > least_leverage * least;
}

// The first three axes are parallel, along h, and the last two intersect:
//   h . R_4 p_45 = h . (p_16 - p_12 - p_23 - p_34),   h . R_4 R_5 h_6 = h . z.
bool is_outer_parallel(Decomposition& d) {
  auto& [first, second, third, fourth, fifth, sixth] = d.arm.axes;
  const double length = d.arm.length, least = least_leverage * length;
  if (!are_parallel(first, second) || !are_parallel(first, third) || !join(fifth, sixth, length))
    return false;
  d.signs[1] = sign_between(first, second);
  d.signs[2] = sign_between(first, third);
  second.direction = first.direction;
  third.direction = first.direction;
  second.point = foot(second, first.point);
  third.point = foot(third, first.point);
  bring_together(third, fourth);
  third.point = foot(third, first.point);
  if (norm(second.point - first.point) < least || norm(third.point - second.point) < least) return false;
  const Circle elbow(fourth.direction, fifth.point - fourth.point);
  d.order = {false, 0, true};
  return std::hypot(dot(first.direction, elbow.cosine), dot(first.direction, elbow.sine)) > least &&
         norm(cross(fifth.direction, sixth.direction)) > least_leverage;
}

// How far poses of the simplified arm may be from those of the given one. If an axis with the direction h,
// through p, is replaced by h' through p', a point x moves to another place by at most
// 2 |p - p'| + 2 angle(h, h') |x - p'|, and all rotations differ by at most 2 angle(h, h').
void measure_deviation(const ArmAxes& given, Decomposition& d) {
  d.distance = d.angle = 0;
  for (std::size_t i = 0; i < ArmAxes::joints; ++i) {
    const Axis& own = d.arm.axes[i];
    const double angle = std::asin(std::min(1.0, norm(cross(own.direction, given.axes[i].direction))));
    d.angle += 2 * angle;
    d.distance += 2 * distance_from(given.axes[i], own.point) + 2 * angle * d.arm.length;
  }
}

}  // namespace

Decomposition decompose(const ArmAxes& arm) {
  const std::array given{arm, arm.reversed()};
  Decomposition coupled;
  for (const auto is_kind : {is_wrist, is_inner_parallel, is_outer_parallel})
    for (const bool reversed : {false, true}) {
      Decomposition d;
      d.reversed = reversed;
      d.arm = given[reversed ? 1 : 0];
      d.kind = is_kind == is_wrist            ? ArmKind::wrist
               : is_kind == is_inner_parallel ? ArmKind::inner_parallel
                                              : ArmKind::outer_parallel;
      if (!is_kind(d)) continue;
      d.arm.measure();
      if (d.arm.length > most_stretched * arm.length) continue;
      measure_deviation(given[reversed ? 1 : 0], d);
      if (!d.order.coupled) return d;
      if (coupled.kind == ArmKind::none) coupled = d;
    }
  return coupled;
}

}  // namespace memetik
