#include "memetik/objective/link_base.hpp"

namespace memetik {

LinkBase::LinkBase(const Tree& tree, int base) : link_(base), kinematics_(tree, std::span(&base, 1)) {
  for (int i = tree.link(base).segment; i >= 0; i = tree.segment(i).parent) {
    const Segment& s = tree.segment(i);
    for (int c = 0; c < variable_count(s.kind); ++c) variables_.push_back(s.variable + c);
  }
}

const Frame<double>& LinkBase::pose(std::span<const double> start) {
  bool known = values_.size() == variables_.size();
  values_.resize(variables_.size());
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    const double value = start[static_cast<std::size_t>(variables_[k])];
    known &= value == values_[k];
    values_[k] = value;
  }
  if (known) return pose_;
  kinematics_.update(start.data());
  return pose_ = kinematics_.link(link_);
}

}  // namespace memetik
