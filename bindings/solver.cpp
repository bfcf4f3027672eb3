#include <chrono>
#include "bindings.hpp"
#include "memetik/search/restarts.hpp"

namespace memetik {
namespace {
using namespace nb::literals;

struct OneDesk : Restarts::Desk {
  const Query* query; bool given = false; Answer* out;
  const Query* next() override { if (given) return nullptr; given = true; return query; }
  void take(const Query&, Answer& a) override { std::swap(*out, a); }
};
struct ManyDesk : Restarts::Desk {
  const Problem* problem; const double* targets; const double* starts; std::size_t count, i = 0, dof;
  std::vector<std::vector<double>> blocks; std::vector<Query> queries; std::vector<std::size_t> ids; 
  double* out; long solved = 0; long evals = 0; std::vector<int> freelist;
  const Query* next() override { if (i == count) return nullptr; int s = freelist.back(); freelist.pop_back();
    auto& b = blocks[s]; set_target(problem->goals()[0], targets + 16 * i, b.data());
    queries[s] = {b, {starts + i * dof, dof}, true, 0, 1000000}; ids[s] = i++; return &queries[s]; }
  void take(const Query& q, Answer& a) override { int s = int(&q - queries.data()); freelist.push_back(s); std::copy(a.q.begin(), a.q.end(), out + ids[s] * dof); solved += a.status == Status::solved; evals += a.evaluations; }
};
}
void bind_solver(nb::module_& m) {
  m.def("try_single", [](const Problem& p, const Frames& targets, const Matrix& starts, const Output& out, const Output& times, const Integers& stages) {
    StartSources sources(p); Restarts r(p, sources); Answer a; a.q.resize(p.tree().dof()); a.errors.resize(2);
    std::vector<double> block(p.parameters().begin(), p.parameters().end()); long solved = 0, evals = 0;
    const std::size_t dof = p.tree().dof();
    for (std::size_t i = 0; i < targets.shape(0); ++i) {
      auto t0 = std::chrono::steady_clock::now();
      set_target(p.goals()[0], targets.data() + 16 * i, block.data());
      Query q{block, {starts.data() + i * dof, dof}, true, 0, 1000000};
      OneDesk d; d.query = &q; d.out = &a; Stop stop; r.run(d, 1000, stop);
      std::copy(a.q.begin(), a.q.end(), out.data() + i * dof); solved += a.status == Status::solved; evals += a.evaluations;
      times.data()[i] = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
      const_cast<int*>(stages.data())[i] = int(a.stage);
    }
    return std::pair(solved, evals).first * 1.0 + 0 * evals; });
  m.def("try_batch", [](const Problem& p, const Frames& targets, const Matrix& starts, const Output& out) {
    StartSources sources(p); Restarts r(p, sources); ManyDesk d; d.problem = &p; d.targets = targets.data(); d.starts = starts.data(); d.count = targets.shape(0); d.dof = p.tree().dof(); d.out = out.data();
    for (int s = 0; s < 8; ++s) { d.blocks.emplace_back(p.parameters().begin(), p.parameters().end()); d.queries.push_back({}); d.ids.push_back(0); d.freelist.push_back(s); }
    auto t0 = std::chrono::steady_clock::now();
    Stop stop; r.run(d, 1000, stop);
    double t = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
    return nb::make_tuple(t, d.solved, d.evals); });
}
}
