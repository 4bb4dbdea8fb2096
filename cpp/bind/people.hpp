// Models of people, as pickles keep them.
#pragma once

#include <nanobind/nanobind.h>

#include <tuple>

#include "tamaya/agents.hpp"

namespace bind {

// The bytes of its weights, and whether it makes the likeliest move.
using PersonFields = std::tuple<nanobind::bytes, bool>;
tamaya::Policy restored_person(const PersonFields& fields);
PersonFields fields_of_person(const tamaya::Policy& policy);

}  // namespace bind
