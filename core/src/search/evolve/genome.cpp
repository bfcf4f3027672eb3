#include "memetik/search/evolve/genome.hpp"

#include <algorithm>

#include "memetik/search/box.hpp"

namespace memetik {

Genome::Genome(const Problem& problem, const Sampler& sampler)
    : problem_(&problem),
      sampler_(&sampler),
      widths_(problem.active().size()),
      lower_(widths_.size()),
      upper_(widths_.size()),
      q_(static_cast<std::size_t>(problem.tree().dof())) {
  for (const int i : problem.active())
    has_rotation_vectors_ |=
        problem.tree().variables()[static_cast<std::size_t>(i)].kind == VariableKind::rotation_vector;
}

void Genome::begin(const Query& query) {
  query_ = &query;
  std::copy_n(query.start.begin(), q_.size(), q_.begin());
  sampler_->widths(query, widths_);
  for (std::size_t c = 0; c < widths_.size(); ++c) {
    const auto variable = static_cast<std::size_t>(problem_->active()[c]);
    const Interval box = interval_of(problem_->tree(), query, variable);
    lower_[c] = box.lower;
    upper_[c] = box.upper;
  }
}

void Genome::sample(RandomStream random, std::span<double> genes) {
  sampler_->sample(random, *query_, q_.data());
  read(q_.data(), genes);
}

// A rotation vector has a largest angle instead of bounds, so its three components are clipped together.
void Genome::clip(std::span<double> genes) {
  for (std::size_t c = 0; c < genes.size(); ++c) genes[c] = std::clamp(genes[c], lower_[c], upper_[c]);
  if (!has_rotation_vectors_) return;
  write(genes, q_.data());
  memetik::clip(problem_->tree(), *query_, q_);
  read(q_.data(), genes);
}

void Genome::read(const double* q, std::span<double> genes) const {
  for (std::size_t c = 0; c < genes.size(); ++c) genes[c] = q[problem_->active()[c]];
}

void Genome::write(std::span<const double> genes, double* q) const {
  for (std::size_t c = 0; c < genes.size(); ++c) q[problem_->active()[c]] = genes[c];
}

}  // namespace memetik
