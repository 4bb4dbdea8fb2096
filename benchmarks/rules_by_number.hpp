// Parses the command line of benchmark drivers: options, and agents as rule numbers.
#pragma once

#include <cstdlib>
#include <cstring>

#include "tamaya/policy.hpp"

// The value of an option such as "--games="; empty if it is not given.
inline const char* option(int argc, char** argv, const char* name) {
    const std::size_t length = std::strlen(name);
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], name, length) == 0) return argv[i] + length;
    return "";
}

// Parses a rule list such as "3,17:60:1": rule numbers with their arguments.
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
