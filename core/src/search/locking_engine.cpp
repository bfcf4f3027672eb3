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
    : factory_(std::move(factory)),
      context_(context),
      engine_(factory_.make(context)),
      movable_(static_cast<std::size_t>(context.problem.tree().dof())) {}

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
  if (query.max_change.empty() || !find_movable(query)) return *engine_;
  if (!locked_ || locked_->movable != movable_)
    locked_ = std::make_unique<Locked>(factory_, context_.problem, movable_);
  return *locked_->engine;
}

// Finds the active variables that the query lets move. Returns whether it locks some and not all of them, and
// no part of a rotation vector, whose entries are one joint's.
bool LockingEngine::find_movable(const Query& query) {
  const auto variables = context_.problem.tree().variables();
  std::fill(movable_.begin(), movable_.end(), false);
  std::size_t locked = 0, moving = 0;
  for (const int variable : context_.problem.active()) {
    const auto i = static_cast<std::size_t>(variable);
    movable_[i] = query.max_change[i] > 0;
    ++(movable_[i] ? moving : locked);
  }
  for (std::size_t i = 0; i < movable_.size(); ++i) {
    if (variables[i].kind != VariableKind::rotation_vector) continue;
    if (movable_[i] != movable_[i + 1] || movable_[i] != movable_[i + 2]) return false;
    i += 2;
  }
  return locked > 0 && moving > 0;
}

}  // namespace memetik
