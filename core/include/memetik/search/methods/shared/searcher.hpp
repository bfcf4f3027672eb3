// A searcher: a competitor in a race, which searches one query in turns.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "memetik/runtime/lineage.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// The role of a searcher in its race.
struct Role {
  int number = 0;              // searcher 0 begins at the query's start
  int threads = 1;             // threads that this searcher may use
  Lineage* lineage = nullptr;  // records its individuals; may be null
};

// One thread's workspace. The constructor allocates all memory.
class Searcher {
 public:
  virtual ~Searcher() = default;

  // Begins a query, which must outlive the search.
  void begin(const Query& query, const Role& role, Stop& stop) {
    query_ = &query;
    role_ = role;
    random_ = RandomStream(query.options.random_seed).branch(static_cast<std::uint64_t>(role.number));
    best_.assign(query.start.begin(), query.start.end());
    cost_ = std::numeric_limits<double>::infinity();
    solved_ = exhausted_ = false;
    evaluations_ = generations_ = 0;
    starts_ = 0;
    begin_search(stop);
  }
  // Continues until about this many further evaluations are spent, it is solved or exhausted, or stop is
  // requested.
  void advance(std::int64_t evaluations, Stop& stop) { search(evaluations_ + evaluations, stop); }
  // Discards a solution that was rejected and continues from a random start.
  void reject(Stop& stop) {
    solved_ = false;
    cost_ = std::numeric_limits<double>::infinity();
    begin_elsewhere(stop);
  }

  const std::vector<double>& best() const { return best_; }
  double cost() const { return cost_; }  // cost of the best, as the method defines it
  bool solved() const { return solved_; }
  bool exhausted() const { return exhausted_; }  // it has nothing left to try
  std::int64_t evaluations() const { return evaluations_; }
  std::int64_t generations() const { return generations_; }
  int starts() const { return starts_; }

 protected:
  virtual void begin_search(Stop& stop) = 0;
  // Searches until evaluations_ reaches `end`, it is solved or exhausted, or stop is requested.
  virtual void search(std::int64_t end, Stop& stop) = 0;
  virtual void begin_elsewhere(Stop& stop) = 0;

  // Keeps a candidate if it is the best so far. The first that meets all primary goals is never replaced.
  void keep_if_best(std::span<const double> q, double cost, bool accepted) {
    if (solved_ || !(accepted || cost < cost_)) return;
    best_.assign(q.begin(), q.end());
    cost_ = cost;
    solved_ = accepted;
  }
  bool may_continue(std::int64_t end, Stop& stop) {
    return !solved_ && !exhausted_ && evaluations_ < end && !stop.requested();
  }

  const Query* query_ = nullptr;
  Role role_;
  RandomStream random_{0};
  bool exhausted_ = false;
  std::int64_t evaluations_ = 0, generations_ = 0;
  int starts_ = 0;

 private:
  std::vector<double> best_;
  double cost_ = 0;
  bool solved_ = false;
};

}  // namespace memetik
