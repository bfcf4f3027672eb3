// Optional record of a search: when each stage lowered the cost, and the individuals of islands.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "memetik/runtime/lineage.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/solution.hpp"

namespace memetik {

struct TraceEntry {
  double seconds;  // since the search began
  Stage stage;
  std::int64_t starts, evaluations;
  double cost;  // lowest cost of the primary goals so far
};

class Trace {
 public:
  static constexpr std::size_t max_entries = 100'000;

  // Adds an entry if the cost is the lowest so far or the stage has changed.
  void add(Stage stage, std::int64_t starts, std::int64_t evaluations, double cost) {
    const bool new_stage = entries_.empty() || entries_.back().stage != stage;
    if (!new_stage && !(cost < entries_.back().cost)) return;
    if (entries_.size() == max_entries) return;
    const double lowest = entries_.empty() || cost < entries_.back().cost ? cost : entries_.back().cost;
    const double seconds = std::chrono::duration<double>(Stop::Clock::now() - begin_).count();
    entries_.push_back({seconds, stage, starts, evaluations, lowest});
  }
  const std::vector<TraceEntry>& entries() const { return entries_; }

  // The record of an island's individuals.
  Lineage& lineage(std::size_t island) {
    if (lineages_.size() <= island) lineages_.resize(island + 1);
    return lineages_[island];
  }
  const std::deque<Lineage>& lineages() const { return lineages_; }

 private:
  Stop::Clock::time_point begin_ = Stop::Clock::now();
  std::vector<TraceEntry> entries_;
  std::deque<Lineage> lineages_;  // a deque, because references to its elements stay valid
};

}  // namespace memetik
