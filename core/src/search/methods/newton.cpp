// Newton's method as in KDL.
#include "memetik/search/local/newton_step.hpp"
#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik::methods {

SearchMethod newton() { return race_of_steps<NewtonStep>(); }

}  // namespace memetik::methods
