// Locks: a query that locks variables (max_change 0) is answered like a query of the problem in which these
// may not move. Searches then use what is known about limbs, and do not compute what cannot change.
#pragma once

#include <memory>
#include <vector>

#include "memetik/search/methods/shared/method.hpp"

namespace memetik {

class LockingEngine final : public Engine {
 public:
  // The context outlives it.
  LockingEngine(EngineFactory factory, const EngineContext& context);
  ~LockingEngine() override;

  void solve(const Query& query, Solution& solution, Stop& stop, int threads) override;
  Solutions solve_all(const Query& query, std::size_t count, Stop& stop) override;
  void solve_batch(BatchShare& share, Stop& stop) override;

 private:
  struct Locked;

  bool locks_same(const Query& query) const;
  bool find_movable(const Query& query);
  Engine& engine_for(const Query& query);

  EngineFactory factory_;
  EngineContext context_;
  std::unique_ptr<Engine> engine_;  // for queries that lock nothing
  // For queries that lock the same variables as the last one that locked any: they seldom change, and an
  // engine for others takes as long as some ten solves. Null before the first.
  std::unique_ptr<Locked> locked_;
  std::vector<bool> movable_;  // by the query, per variable
};

}  // namespace memetik
