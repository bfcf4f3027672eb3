// Position: a point fixed to a link has a target position.
#pragma once

#include "memetik/goals/shared/placement.hpp"

namespace memetik::goals {

struct Position : Placement<true, false> {
  static constexpr TargetKind target_kind = TargetKind::numbers;
};

}  // namespace memetik::goals
