#include "memetik/search/locking_engine.hpp"

#include <algorithm>
#include <utility>

#include "memetik/search/batch.hpp"

namespace memetik {

struct LockingEngine::Locked {
  std::vector<bool> movable;
  Problem problem;
  StartSources sources;
  std::unique_ptr<Engine> engine;

  Locked(const EngineFactory& factory, const Problem& whole, const std::vector<bool>& own)
      : movable(own),
        problem(whole.tree(), {whole.goals().begin(), whole.goals().end()}, movable),
        sources(problem),
        engine(factory.make({problem, sources})) {}
};

LockingEngine::LockingEngine(EngineFactory factory, const EngineContext& context)
    : factory_(std::move(factory)), context_(context), engine_(factory_.make(context)) {}

LockingEngine::~LockingEngine() = default;

void LockingEngine::solve(const Query& query, Solution& solution, Stop& stop, int threads) {
  engine_for(query).solve(query, solution, stop, threads);
}

Solutions LockingEngine::solve_all(const Query& query, std::size_t count, Stop& stop) {
  return engine_for(query).solve_all(query, count, stop);
}

void LockingEngine::solve_batch(BatchShare& share, Stop& stop) {
  engine_for(share.common()).solve_batch(share, stop);
}

Engine& LockingEngine::engine_for(const Query& query) {
  if (query.max_change.empty()) return *engine_;
  if (locked_ && locks_same(query)) return *locked_->engine;
  if (!find_movable(query)) return *engine_;
  locked_ = std::make_unique<Locked>(factory_, context_.problem, movable_);
  return *locked_->engine;
}

// Whether a query locks what the last one did that locked any.
bool LockingEngine::locks_same(const Query& query) const {
  const auto is_same = [&](int variable) {
    const auto i = static_cast<std::size_t>(variable);
    return locked_->movable[i] == (query.max_change[i] > 0);
  };
  return std::all_of(context_.problem.active().begin(), context_.problem.active().end(), is_same);
}

// Finds the active variables that the query lets move. Returns whether it locks some and not all of them, and
// no part of a rotation vector, whose entries are one joint's.
bool LockingEngine::find_movable(const Query& query) {
  const auto variables = context_.problem.tree().variables();
  movable_.assign(variables.size(), false);
  std::size_t moving = 0;
  for (const int variable : context_.problem.active()) {
    const auto i = static_cast<std::size_t>(variable);
    movable_[i] = query.max_change[i] > 0;
    moving += movable_[i];
  }
  for (std::size_t i = 0; i < movable_.size(); ++i) {
    if (variables[i].kind != VariableKind::rotation_vector) continue;
    if (movable_[i] != movable_[i + 1] || movable_[i] != movable_[i + 2]) return false;
    i += 2;
  }
  return moving > 0 && moving < context_.problem.active().size();
}

}  // namespace memetik
