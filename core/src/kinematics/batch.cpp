#include "memetik/kinematics/batch.hpp"

#include <algorithm>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/math/sincos.hpp"

namespace memetik {

namespace {

struct Workspace {
  Kinematics<Pack> kinematics;
  std::vector<Pack> q, values;
};

Workspace& workspace_of_thread() {
  thread_local Workspace workspace;
  return workspace;
}

constexpr std::size_t lanes = pack_lanes;
const Mask every_lane = Pack(0) <= Pack(0);

// Loads the configurations [first, first + lanes), one per lane. Returns in which lanes all variables are
// usable. Lanes beyond the last configuration repeat it.
MEMETIK_INLINE Mask load_lanes(const double* q, std::size_t first, std::size_t count, std::size_t dof,
                               Pack* out) {
  const double* row[lanes];
  for (std::size_t l = 0; l < lanes; ++l) row[l] = q + std::min(first + l, count - 1) * dof;
  Mask usable = every_lane;
  const auto load_block = [&](std::size_t j) {
    Pack block[lanes];
    for (std::size_t l = 0; l < lanes; ++l) block[l] = Pack::load(row[l] + j);
    for (std::size_t l = 0; l < lanes; ++l) usable = usable & (abs(block[l]) <= max_value);
    transpose(block);
    for (std::size_t l = 0; l < lanes; ++l) out[j + l] = block[l];
  };
  for (std::size_t j = 0; j + lanes <= dof; j += lanes) load_block(j);
  if (dof >= lanes) {
    load_block(dof - lanes);  // the rest, with overlap: later loads are forwarded from vector stores
  } else {
    for (std::size_t j = 0; j < dof; ++j) {
      for (std::size_t l = 0; l < lanes; ++l) out[j].set(static_cast<int>(l), row[l][j]);
      usable = usable & (abs(out[j]) <= max_value);
    }
  }
  return usable;
}

// Stores lane l of values[0 .. size) in block l of `out`.
MEMETIK_INLINE void store_lanes(const Pack* values, std::size_t size, std::size_t used, double* out) {
  std::size_t j = 0;
  for (; j + lanes <= size; j += lanes) {
    Pack block[lanes];
    for (std::size_t l = 0; l < lanes; ++l) block[l] = values[j + l];
    transpose(block);
    for (std::size_t l = 0; l < lanes; ++l)
      if (l < used) block[l].store(out + l * size + j);
  }
  for (; j < size; ++j)
    for (std::size_t l = 0; l < lanes; ++l)
      if (l < used) out[l * size + j] = values[j][static_cast<int>(l)];
}

// Calls evaluate(first, used) for every pack of configurations, whose poses are up to date. Returns whether
// all variables are usable.
template <class Evaluate>
bool for_each_pack(Workspace& workspace, const double* q, std::size_t count, Evaluate evaluate) {
  const auto dof = static_cast<std::size_t>(workspace.kinematics.tree().dof());
  workspace.q.resize(dof);
  Mask usable = every_lane;
  for (std::size_t first = 0; first < count; first += lanes) {
    usable = usable & load_lanes(q, first, count, dof, workspace.q.data());
    workspace.kinematics.update(workspace.q.data());
    evaluate(first, std::min(lanes, count - first));
  }
  return all(usable);
}

// Stores one homogeneous matrix per lane.
MEMETIK_INLINE void store_frame(const Frame<Pack>& f, std::size_t used, double* out) {
  const Pack zero(0), one(1);
  const Pack rows[16] = {f.x.x, f.y.x, f.z.x, f.p.x, f.x.y, f.y.y, f.z.y, f.p.y,
                         f.x.z, f.y.z, f.z.z, f.p.z, zero,  zero,  zero,  one};
  store_lanes(rows, 16, used, out);
}

}  // namespace

bool forward_batch(const Tree& tree, const double* q, std::size_t count, std::span<const int> links,
                   std::span<double* const> out) {
  Workspace& workspace = workspace_of_thread();
  workspace.kinematics.assign(tree, links);
  return for_each_pack(workspace, q, count, [&](std::size_t first, std::size_t used) {
    for (std::size_t k = 0; k < links.size(); ++k)
      store_frame(workspace.kinematics.link(links[k]), used, out[k] + first * 16);
  });
}

bool jacobian_batch(const Tree& tree, const double* q, std::size_t count, int link, double* out) {
  Workspace& workspace = workspace_of_thread();
  workspace.kinematics.assign(tree, std::span(&link, 1));
  const auto size = 6 * static_cast<std::size_t>(tree.dof());
  workspace.values.resize(size);
  return for_each_pack(workspace, q, count, [&](std::size_t first, std::size_t used) {
    workspace.kinematics.jacobian(link, workspace.values.data());
    store_lanes(workspace.values.data(), size, used, out + first * size);
  });
}

bool center_of_mass_batch(const Tree& tree, const double* q, std::size_t count, double* out) {
  Workspace& workspace = workspace_of_thread();
  workspace.kinematics.assign(tree);
  return for_each_pack(workspace, q, count, [&](std::size_t first, std::size_t used) {
    const Vec3<Pack> center = workspace.kinematics.center_of_mass();
    const Pack values[3] = {center.x, center.y, center.z};
    store_lanes(values, 3, used, out + first * 3);
  });
}

bool center_of_mass_jacobian_batch(const Tree& tree, const double* q, std::size_t count, double* out) {
  Workspace& workspace = workspace_of_thread();
  workspace.kinematics.assign(tree);
  const auto size = 3 * static_cast<std::size_t>(tree.dof());
  workspace.values.resize(size);
  return for_each_pack(workspace, q, count, [&](std::size_t first, std::size_t used) {
    workspace.kinematics.center_of_mass_jacobian(workspace.values.data());
    store_lanes(workspace.values.data(), size, used, out + first * size);
  });
}

}  // namespace memetik
