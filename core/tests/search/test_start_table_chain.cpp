#include <stdexcept>

#include "arms.hpp"
#include "check.hpp"
#include "memetik/search/start_table.hpp"
#include "search/serial_chains.hpp"

using namespace memetik;

TEST(a_table_refuses_chains_that_it_cannot_turn) {
  const auto refused = [](const RandomTree& tree) {
    const Tree built = tree.tree();
    try {
      StartTableChain(built, built.link_count() - 1);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  CHECK(!refused(odd_chain()));
  CHECK(!refused(serial({turning, sliding, turning})));
  CHECK(refused(serial({turning, turning})));
  CHECK(refused(serial({sliding, turning, turning, turning})));
  CHECK(refused(serial({turning, turning, turning, sliding})));
  for (const JointKind kind :
       {JointKind::spherical, JointKind::planar, JointKind::floating, JointKind::cylindrical})
    CHECK(refused(serial({turning, kind, turning, turning})));

  RandomTree unlimited = serial({turning, sliding, turning});
  unlimited.upper[1] = INFINITY;
  CHECK(refused(unlimited));

  for (const std::size_t follower : {0, 1, 3}) {
    RandomTree mimic = serial({turning, turning, turning, turning});
    mimic.joints[follower].is_mimic = true;
    mimic.joints[follower].variable = follower == 1 ? 0 : 2;  // of the first joint, or of another
    CHECK(refused(mimic));
  }
  RandomTree geared = serial({turning, turning, turning});
  geared.joints[2].multiplier = -1;
  CHECK(refused(geared));

  const Tree arm = panda().tree();
  CHECK_THROWS(StartTable(arm, 0), std::invalid_argument);
  CHECK_THROWS(StartTable(arm, arm.link_count()), std::invalid_argument);
}
