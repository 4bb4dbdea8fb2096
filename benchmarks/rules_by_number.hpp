// What drivers of benchmarks are told on the command line: options, and agents as numbers of rules.
#pragma once

#include <cstdlib>
#include <cstring>

#include "tamaya/policy.hpp"

// What follows `name`, like "--games="; empty if it was not said.
inline const char* option(int argc, char** argv, const char* name) {
    const std::size_t length = std::strlen(name);
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], name, length) == 0) return argv[i] + length;
    return "";
}

// An agent of rules, like "3,17:60:1": numbers of rules with their arguments.
inline tamaya::Policy policy_of(const char* text) {
    tamaya::Policy policy{};
    policy.family = tamaya::Family::rule_list;
    tamaya::rule_list::Params& list = policy.params.rule_list = {};
    list.skip_throws = list.else_random = true;
    while (*text && list.length < tamaya::rule_list::kMaxRules) {
        tamaya::rule_list::RuleSpec& spec = list.specs[list.length++];
        char* end = nullptr;
        spec = tamaya::rule_list::rule_spec(static_cast<int>(std::strtol(text, &end, 10)), {});
        for (int i = 0; *end == ':' && i < tamaya::kMaxArgs; ++i)
            spec.args.at[i] = static_cast<tamaya::i8>(std::strtol(end + 1, &end, 10));
        text = *end ? end + 1 : end;
    }
    return policy;
}
