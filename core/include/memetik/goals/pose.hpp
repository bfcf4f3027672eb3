// Pose: a frame fixed to a link has a target pose.
#pragma once

#include "memetik/goals/shared/placement.hpp"

namespace memetik::goals {

struct Pose : Placement<true, true> {
  static constexpr TargetKind target_kind = TargetKind::pose;
};

}  // namespace memetik::goals
