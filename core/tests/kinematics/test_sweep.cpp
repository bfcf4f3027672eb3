#include <algorithm>

#include "allocations.hpp"
#include "arms.hpp"
#include "check.hpp"
#include "memetik/kinematics/batch.hpp"
#include "memetik/kinematics/incremental.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

// The motion of a joint by definition, in the joint's own frame.
Frame<double> motion(const JointSpec& joint, const double* q) {
  const auto along = [&](double d) {
    Frame<double> f = identity_frame;
    f.p = d * joint.axis;
    return f;
  };
  const auto about = [&](double angle) { return exp_rotation(angle * joint.axis); };
  const auto value = [&] { return joint.multiplier * q[0] + joint.offset; };
  switch (joint.kind) {
    case JointKind::fixed: return identity_frame;
    case JointKind::revolute: return about(value());
    case JointKind::prismatic: return along(value());
    case JointKind::cylindrical: return along(q[0]) * about(q[1]);
    case JointKind::planar: {
      const Frame<double> plane = rotation_from_z_to(joint.axis);
      Frame<double> f = identity_frame;
      f.p = q[0] * plane.x + q[1] * plane.y;
      return f * about(q[2]);
    }
    case JointKind::spherical: return exp_rotation({q[0], q[1], q[2]});
    case JointKind::floating: {
      Frame<double> f = exp_rotation({q[3], q[4], q[5]});
      f.p = {q[0], q[1], q[2]};
      return f;
    }
  }
  return identity_frame;
}

std::vector<Frame<double>> naive_poses(const RandomTree& random, const std::vector<double>& q) {
  std::vector<Frame<double>> poses{identity_frame};
  for (const JointSpec& joint : random.joints)
    poses.push_back(poses[static_cast<std::size_t>(joint.parent_link)] * joint.origin *
                    motion(joint, q.data() + std::max(joint.variable, 0)));
  return poses;
}

Frame<double> lane_of(const Frame<Pack>& f, int l) {
  const auto v = [l](const Vec3<Pack>& a) { return Vec3<double>{a.x[l], a.y[l], a.z[l]}; };
  return {v(f.x), v(f.y), v(f.z), v(f.p)};
}

}  // namespace

TEST(sweep_equals_the_product_of_joint_motions) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const RandomTree description = random.tree(1 + random.integer(25));
    const Tree tree = description.tree();
    Kinematics<double> kinematics(tree);
    for (int repeat = 0; repeat < 3; ++repeat) {
      const auto q = random.configuration(tree);
      kinematics.update(q.data());
      const auto expected = naive_poses(description, q);
      for (int link = 0; link < tree.link_count(); ++link)
        CHECK_NEAR(distance(kinematics.link(link), expected[static_cast<std::size_t>(link)]), 0, 1e-12);
    }
  }
}

TEST(lanes_equal_single_configurations) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(20).tree();
    const auto dof = static_cast<std::size_t>(tree.dof());
    Kinematics<double> single(tree);
    Kinematics<Pack> packed(tree);
    std::vector<Pack> q(dof, Pack(0)), jacobian(6 * dof), com_jacobian(3 * dof);
    std::vector<std::vector<double>> rows;
    for (int l = 0; l < pack_lanes; ++l) {
      rows.push_back(random.configuration(tree));
      for (std::size_t i = 0; i < dof; ++i) q[i].set(l, rows.back()[i]);
    }
    const int link = random.integer(tree.link_count());
    packed.update(q.data());
    packed.jacobian(link, jacobian.data());
    packed.center_of_mass_jacobian(com_jacobian.data());
    for (int l = 0; l < pack_lanes; ++l) {
      single.update(rows[static_cast<std::size_t>(l)].data());
      for (int i = 0; i < tree.link_count(); ++i)
        CHECK_NEAR(distance(single.link(i), lane_of(packed.link(i), l)), 0, 1e-13);
      std::vector<double> j(6 * dof), c(3 * dof);
      single.jacobian(link, j.data());
      single.center_of_mass_jacobian(c.data());
      for (std::size_t i = 0; i < j.size(); ++i) CHECK_NEAR(j[i], jacobian[i][l], 1e-12);
      for (std::size_t i = 0; i < c.size(); ++i) CHECK_NEAR(c[i], com_jacobian[i][l], 1e-12);
      const Vec3<Pack> com = packed.center_of_mass();
      CHECK_NEAR(norm(single.center_of_mass() - Vec3<double>{com.x[l], com.y[l], com.z[l]}), 0, 1e-13);
    }
  }
}

TEST(jacobians_equal_central_differences) {
  constexpr double h = 1e-6;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(15).tree();
    const auto dof = static_cast<std::size_t>(tree.dof());
    Kinematics<double> kinematics(tree);
    auto q = random.configuration(tree);
    const int link = random.integer(tree.link_count());
    std::vector<double> jacobian(6 * dof), com(3 * dof);
    kinematics.update(q.data());
    kinematics.jacobian(link, jacobian.data());
    kinematics.center_of_mass_jacobian(com.data());
    for (std::size_t v = 0; v < dof; ++v) {
      const double middle = q[v];
      const auto at = [&](double value) {
        q[v] = value;
        kinematics.update(q.data());
        return std::pair{kinematics.link(link), kinematics.center_of_mass()};
      };
      const auto [f1, c1] = at(middle - h);
      const auto [f2, c2] = at(middle + h);
      q[v] = middle;
      const auto column = [&](const std::vector<double>& j, std::size_t row) {
        return Vec3<double>{j[row * dof + v], j[(row + 1) * dof + v], j[(row + 2) * dof + v]};
      };
      CHECK_NEAR(norm((1 / (2 * h)) * (f2.p - f1.p) - column(jacobian, 0)), 0, 1e-8);
      const Vec3<double> turn = log_rotation(f2 * inverse(f1));
      CHECK_NEAR(norm((1 / (2 * h)) * turn - column(jacobian, 3)), 0, 1e-8);
      CHECK_NEAR(norm((1 / (2 * h)) * (c2 - c1) - column(com, 0)), 0, 1e-8);
    }
  }
}

TEST(sweeping_for_some_links_gives_the_same_poses) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(20).tree();
    const int links[] = {random.integer(tree.link_count()), random.integer(tree.link_count())};
    Kinematics<double> all(tree), some(tree, links);
    const auto q = random.configuration(tree);
    all.update(q.data());
    some.update(q.data());
    for (const int link : links) CHECK_NEAR(distance(all.link(link), some.link(link)), 0, 1e-14);
  }
}

namespace {

// The poses of these links at q, in all lanes, and the Jacobian of the first.
std::vector<double> swept(Kinematics<Pack>& kinematics, std::span<const int> links,
                          const std::vector<double>& q) {
  const std::vector<Pack> lanes(q.begin(), q.end());
  std::vector<Pack> jacobian(6 * q.size());
  kinematics.update(lanes.data());
  std::vector<double> values;
  for (const int link : links) {
    const auto [x, y, z, p] = lane_of(kinematics.link(link), 1);
    for (const Vec3<double>& v : {x, y, z, p}) values.insert(values.end(), {v.x, v.y, v.z});
  }
  kinematics.jacobian(links[0], jacobian.data());
  for (const Pack& entry : jacobian) values.push_back(entry[0]);
  return values;
}

}  // namespace

TEST(assigned_kinematics_equal_those_constructed_anew_bit_by_bit) {
  Kinematics<Pack> used;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(1 + random.integer(25)).tree();
    const auto q = random.configuration(tree);
    const std::vector<int> links{random.integer(tree.link_count()), random.integer(tree.link_count())};
    Kinematics<Pack> some(tree, links), all(tree);
    used.assign(tree, links);
    CHECK(used.node_count() == some.node_count() && swept(used, links, q) == swept(some, links, q));
    used.assign(tree);
    CHECK(used.node_count() == all.node_count() && swept(used, links, q) == swept(all, links, q));
  }
}

TEST(kinematics_are_assigned_without_allocation_where_there_were_larger_ones) {
  Random random(6);
  const Tree large = random.tree(25).tree(), small = random.tree(10).tree();
  const auto q = random.configuration(large);
  const int link = large.link_count() - 1;
  double pose[16];
  double* const out = pose;
  Kinematics<Pack> kinematics(large);
  forward_batch(large, q.data(), 1, std::span(&link, 1), std::span(&out, 1));
  const long before = allocations();
  kinematics.assign(small);
  kinematics.assign(large, std::span(&link, 1));
  forward_batch(large, q.data(), 1, std::span(&link, 1), std::span(&out, 1));
  CHECK(allocations() == before);
}

TEST(nothing_is_allocated_after_construction) {
  Random random(5);
  const Tree tree = random.tree(25).tree();
  Kinematics<double> single(tree);
  Kinematics<Pack> packed(tree);
  const auto q = random.configuration(tree);
  std::vector<double> jacobian(6 * q.size());
  std::vector<Pack> lanes(q.begin(), q.end()), packed_jacobian(6 * q.size());
  IncrementalKinematics<> incremental(tree);
  const long before = allocations();
  for (int i = 0; i < 10; ++i) {
    incremental.update(q);
    incremental.set(0, 0.1 * i);
    incremental.link_after(tree.link_count() - 1, 0, 0.3);
    single.update(q.data());
    single.jacobian(tree.link_count() - 1, jacobian.data());
    single.center_of_mass_jacobian(jacobian.data());
    packed.update(lanes.data());
    packed.jacobian(tree.link_count() - 1, packed_jacobian.data());
    packed.center_of_mass_jacobian(packed_jacobian.data());
  }
  CHECK(allocations() == before);
}

// What no variable with a column moves is computed only when it changes.
TEST(with_bodies_at_rest_poses_and_columns_are_the_same) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(14).tree();
    std::vector<int> columns(static_cast<std::size_t>(tree.dof()), -1), links;
    for (std::size_t v = 0; v < columns.size(); ++v)
      if (random.integer(3) == 0) columns[v] = static_cast<int>(v);
    for (int i = 0; i < 3; ++i) links.push_back(random.integer(tree.link_count()));
    Kinematics<double> resting(tree, links, columns), plain(tree, links);
    Kinematics<Pack> resting_lanes(tree, links, columns), plain_lanes(tree, links);
    auto q = random.configuration(tree);
    std::vector<Pack> packed(q.begin(), q.end());
    for (int i = 0; i < 12; ++i) {
      const auto other = random.configuration(tree);
      for (std::size_t v = 0; v < q.size(); ++v) {
        if (columns[v] < 0 && i % 3 != 0) continue;  // these change rarely
        q[v] = other[v];
        packed[v].set(i % pack_lanes, other[v]);
      }
      resting.update(q.data());
      plain.update(q.data());
      resting_lanes.update(packed.data());
      plain_lanes.update(packed.data());
      for (const int link : links) {
        CHECK(matrix_of(resting.link(link)) == matrix_of(plain.link(link)));
        std::vector<double> a(q.size() * 6), b = a;
        resting.jacobian(link, a.data());
        plain.jacobian(link, b.data());
        CHECK(a == b);
        for (int l = 0; l < pack_lanes; ++l)
          CHECK(resting_lanes.link(link).p.x[l] == plain_lanes.link(link).p.x[l] &&
                resting_lanes.link(link).z.y[l] == plain_lanes.link(link).z.y[l]);
      }
    }
  }
}
