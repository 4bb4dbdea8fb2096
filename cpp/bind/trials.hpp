// Scores of moves in imagined positions.
#pragma once

#include <nanobind/nanobind.h>

namespace bind {

void bind_trials(nanobind::module_& m);

}  // namespace bind
