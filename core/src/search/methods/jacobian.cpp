// Steps by a generalised inverse of the Jacobian.
#include "memetik/search/local/jacobian_step.hpp"
#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik::methods {

namespace {

constexpr double short_step = 0.1;  // [rad]; longer steps leave the limits sooner

struct Options : RestartOptions {
  JacobianOptions step = {};
  std::optional<double> max_step = {};  // [rad]; by default short_step if stop_at_limits
};

void describe(OptionVisitor& option, Options& o) {
  option("inverse", o.step.inverse,
         {{"dls", JacobianInverse::damped},
          {"transpose", JacobianInverse::transpose},
          {"pinv", JacobianInverse::pseudo},
          {"svd-dls", JacobianInverse::selective}});
  option("damping", o.step.damping, 0, 1e6);
  option("stop_at_limits", o.step.stop_at_limits);
  option("nullspace_gain", o.step.nullspace_gain, 0, 1e6);
  option("max_step", o.max_step, 1e-6, 1e6);
  describe_restarts(option, o);
}

std::unique_ptr<Engine> make(const EngineContext& context, const Options& options) {
  JacobianOptions step = options.step;
  step.longest_step = options.max_step.value_or(step.stop_at_limits ? short_step : step.longest_step);
  return make_race_of_steps<JacobianStep>(context, options, step);
}

}  // namespace

SearchMethod jacobian() { return make_method(describe, make); }

}  // namespace memetik::methods
