#include "memetik/search/engine.hpp"

#include <limits>

namespace memetik {

namespace {

constexpr int long_step = 300;  // entries of a Jacobian that takes long enough to look at the clock

}  // namespace

void begin_at_start(const Query& query, Solution& solution) {
  solution.q.assign(query.start.begin(), query.start.end());
  solution.status = Status::approximate;
  solution.stage = Stage::start;
  solution.evaluations = 0;
  solution.attempts = 0;
  solution.species = 0;
  solution.generations = 0;
  solution.cost = std::numeric_limits<double>::infinity();
}

void pace(const Problem& problem, Stop& stop) {
  const auto entries = problem.primary_rows() * static_cast<int>(problem.active().size());
  stop.look_every(entries >= long_step || problem.has_external() ? 1 : 16);
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
