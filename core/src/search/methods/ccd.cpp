// Cyclic coordinate descent.
#include "memetik/search/local/coordinate_step.hpp"
#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik::methods {

SearchMethod ccd() { return race_of_steps<CoordinateStep>(); }

}  // namespace memetik::methods
