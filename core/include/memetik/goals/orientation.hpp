// Orientation: axes fixed to a link have a target orientation.
#pragma once

#include "memetik/goals/shared/placement.hpp"

namespace memetik::goals {

struct Orientation : Placement<false, true> {
  static constexpr TargetKind target_kind = TargetKind::quaternion;
};

}  // namespace memetik::goals
