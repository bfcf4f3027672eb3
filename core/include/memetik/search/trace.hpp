// What a search did, for those who ask: when which stage found what.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "memetik/runtime/lineage.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

struct TraceEntry {
  double seconds;  // since the beginning
  Stage stage;
  std::int64_t starts, evaluations;
  double cost;  // the lowest so far, of the primary goals
};

class Trace {
 public:
  static constexpr std::size_t most_entries = 100'000;

  // An entry if the cost is lower than ever, or the stage new.
  void note(Stage stage, std::int64_t starts, std::int64_t evaluations, double cost) {
    const bool new_stage = entries_.empty() || entries_.back().stage != stage;
    if (!new_stage && !(cost < entries_.back().cost)) return;
    if (entries_.size() == most_entries) return;
    const double lowest = entries_.empty() || cost < entries_.back().cost ? cost : entries_.back().cost;
    const double seconds = std::chrono::duration<double>(Stop::Clock::now() - begin_).count();
    entries_.push_back({seconds, stage, starts, evaluations, lowest});
  }
  const std::vector<TraceEntry>& entries() const { return entries_; }

  // The individuals of an island.
  Lineage& lineage(std::size_t island) {
    if (lineages_.size() <= island) lineages_.resize(island + 1);
    return lineages_[island];
  }
  const std::deque<Lineage>& lineages() const { return lineages_; }

 private:
  Stop::Clock::time_point begin_ = Stop::Clock::now();
  std::vector<TraceEntry> entries_;
  std::deque<Lineage> lineages_;  // which stay where they are
};

}  // namespace memetik
