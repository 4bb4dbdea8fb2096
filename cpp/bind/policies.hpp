// Rules and policies as Python names them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tamaya/agents.hpp"

namespace bind {

// A rule's name and parameters.
using NamedSpec = std::pair<std::string, std::vector<int>>;

tamaya::RuleSpec spec_of(const std::string& name, const std::vector<int>& args);

// A list of policies that stays in the core.
struct Policies {
    std::vector<tamaya::Policy> list;
};

// An agent of rules, without any yet.
tamaya::Policy rule_list(int noise, bool skip_throws, bool else_random);

}  // namespace bind
