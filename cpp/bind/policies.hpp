// Rules and policies as Python names them.
#pragma once

#include <string>
#include <tuple>
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

// An agent of Eger et al. by its style; counting, expendable: see eger::Reading.
using EgerFields = std::tuple<std::string, bool, bool>;
tamaya::Policy eger_policy(const std::string& style, bool counting, bool expendable);
EgerFields fields_of_eger(const tamaya::Policy& policy);

// A sampler among them: whom it takes the giver of a hint for, and hands drawn for each hint.
using SampleFields = std::tuple<std::string, int>;
tamaya::Policy sample_policy(const std::string& giver, int samples);
SampleFields fields_of_sample(const tamaya::Policy& policy);

// Cyclone: a weight for each factor, and those of a misplay.
using CycloneFields = std::tuple<std::vector<double>, std::vector<double>>;
tamaya::Policy cyclone_policy(const std::vector<double>& weights,
                              const std::vector<double>& misplay);
CycloneFields fields_of_cyclone(const tamaya::Policy& policy);

}  // namespace bind
