// Orientation: axes fixed to a link turned like those of a target.
#pragma once

#include "memetik/goals/shared/placement.hpp"

namespace memetik::goals {

struct Orientation : Placement<false, true> {
  static constexpr TargetKind target_kind = TargetKind::quaternion;
};

}  // namespace memetik::goals
