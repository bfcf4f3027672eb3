#include "memetik/search/engine.hpp"

#include <limits>
#include <stdexcept>

#include "memetik/search/batch.hpp"
#include "memetik/search/out_of_time.hpp"

namespace memetik {

namespace {

constexpr int long_step = 300;  // Jacobian entries; from then on the clock is read in every step

}  // namespace

Solutions Engine::solve_all(const Query&, std::size_t, Stop&) {
  throw std::logic_error("this engine finds one solution only");
}

void Engine::solve_batch(BatchShare& share, Stop& stop) {
  Solution solution;
  while (!stop.requested()) {
    const Query* query = share.next();
    if (!query) return;
    begin_at_start(*query, solution);
    end_in_time(solution, [&] { solve(*query, solution, stop, 1); });
    share.receive(*query, solution);
  }
}

void begin_at_start(const Query& query, Solution& solution) {
  static_cast<SolutionFields&>(solution) = {.cost = std::numeric_limits<double>::infinity()};
  solution.q.assign(query.start.begin(), query.start.end());
}

void set_clock_interval(const Problem& problem, Stop& stop) {
  const auto entries = problem.primary_rows() * static_cast<int>(problem.active().size());
  stop.read_clock_every(entries >= long_step || problem.has_external() ? 1 : 16);
}

StoppedBy stopped_by(const Stop& stop) {
  switch (stop.reason()) {
    case StopReason::deadline: return StoppedBy::deadline;
    case StopReason::cancelled: return StoppedBy::cancelled;
    case StopReason::none: break;
  }
  return StoppedBy::budget;
}

}  // namespace memetik
