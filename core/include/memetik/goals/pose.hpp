// Pose: a point and axes fixed to a link at a target frame.
#pragma once

#include "memetik/goals/shared/placement.hpp"

namespace memetik::goals {

struct Pose : Placement<true, true> {
  static constexpr TargetKind target_kind = TargetKind::pose;
};

}  // namespace memetik::goals
