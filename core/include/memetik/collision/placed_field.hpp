// Distance fields at a pose: data of goals.
#pragma once

#include <memory>

#include "memetik/collision/field_lookup.hpp"

namespace memetik {

struct PlacedField {
  int link;             // as in LinkSphere
  Frame<double> frame;  // the field's pose, relative to the link
  std::shared_ptr<const Field> field;
};

// The signed distance of a point, in the coordinates that the field's frame is given in.
template <class T>
SignedDistance<T> signed_distance(const PlacedField& placed, const Vec3<T>& point) {
  const Frame<T> frame = broadcast<T>(placed.frame);
  const SignedDistance<T> local = signed_distance(*placed.field, rotate_back(frame, point - frame.p));
  return {local.value, rotate(frame, local.normal)};
}

}  // namespace memetik
