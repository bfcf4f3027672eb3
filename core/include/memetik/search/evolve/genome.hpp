// The genome: the problem's active variables, within a query's box.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/problem.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

// One thread's workspace.
class Genome {
 public:
  Genome(const Problem& problem, const Sampler& sampler);

  // Begins a query, which must outlive its use here.
  void begin(const Query& query);

  std::size_t size() const { return widths_.size(); }
  std::span<const double> widths() const { return widths_; }  // widths of the search intervals

  void sample(RandomStream random, std::span<double> genes);
  void clip(std::span<double> genes);
  // Copy genes from and into a configuration (all variables).
  void read(const double* q, std::span<double> genes) const;
  void write(std::span<const double> genes, double* q) const;

 private:
  const Problem* problem_;
  const Sampler* sampler_;
  const Query* query_ = nullptr;
  bool has_rotation_vectors_ = false;
  std::vector<double> widths_, lower_, upper_;
  std::vector<double> q_;
};

}  // namespace memetik
