#include "memetik/search/engine.hpp"

#include <limits>

namespace memetik {

void begin_at_start(const Query& query, Answer& answer) {
  answer.q.assign(query.start.begin(), query.start.end());
  answer.status = Status::approximate;
  answer.stage = Stage::start;
  answer.evaluations = 0;
  answer.attempts = 0;
  answer.species = 0;
  answer.generations = 0;
  answer.cost = std::numeric_limits<double>::infinity();
}

Status status_of(const Stop& stop) {
  switch (stop.reason()) {
    case StopReason::deadline: return Status::timed_out;
    case StopReason::cancelled: return Status::cancelled;
    case StopReason::none: break;
  }
  return Status::approximate;
}

}  // namespace memetik
