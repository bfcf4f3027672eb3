// How Bio IK breeds the children of a generation.
#include <algorithm>

#include "memetik/search/methods/bioik.hpp"

namespace memetik {

bool BioIk::breed_all(RandomStream random, Stop& stop) {
  const int first = options_.elites, step = one_by_one() ? 1 : group_size;
  pool_.assign(present_.ranking().begin(), present_.ranking().end());
  bool met = false;
  int i = first;
  while (i < options_.population && !met && !stop.requested()) {
    const int count = std::min(step, options_.population - i);
    for (int k = i; k < i + count; ++k) breed(static_cast<std::size_t>(k), random);
    met = evaluate(i, count);
    for (int k = i; k < i + count; ++k) remove_worse_parents(static_cast<std::size_t>(k));
    i += count;
  }
  bred_ = i - first;
  return met;
}

void BioIk::breed(std::size_t child, RandomStream& random) {
  if (pool_.empty()) {
    make_random(child, random.branch(child));
    return;
  }
  const auto select = [&] {
    return pool_[static_cast<std::size_t>(select_by_rank(static_cast<int>(pool_.size()), random))];
  };
  const int one = select(), other = select(), prototype = select();
  const Generation& parents = present_;
  const auto first = parents.motion(static_cast<std::size_t>(one));
  const auto second = parents.motion(static_cast<std::size_t>(other));
  const Motion own = next_.motion(child);
  Individual& made = next_[child];
  made = {};
  made.made_by = Operator::bred;
  made.parents[0] = one;
  made.parents[1] = other;
  recombine(first, second, random, own);
  const double extinction = 0.5 * (parents[static_cast<std::size_t>(one)].extinction +
                                   parents[static_cast<std::size_t>(other)].extinction);
  mutate(extinction, genome_.widths(), random, own);
  if (options_.adoption)
    adopt(first.genes, second.genes, parents.genes(static_cast<std::size_t>(prototype)), random, own);
  genome_.clip(own.genes);
  // momenta grow when they are added, but more than the width of the search interval is useless
  for (std::size_t c = 0; c < own.genes.size(); ++c)
    own.momentum[c] = std::clamp(own.momentum[c], -genome_.widths()[c], genome_.widths()[c]);
}

// Niching: parents that are worse than their child leave the pool.
void BioIk::remove_worse_parents(std::size_t child) {
  for (const int parent : next_[child].parents)
    if (parent >= 0 && next_[child].fitness < present_[static_cast<std::size_t>(parent)].fitness)
      std::erase(pool_, parent);
}

}  // namespace memetik
