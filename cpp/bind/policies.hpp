// Native agents as Python objects.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "tamaya/policy.hpp"

namespace bind {

// The bytes of a blob; they live as long as a policy points at them.
class OwnedBlob {
  public:
    OwnedBlob(const void* bytes, std::size_t size);
    tamaya::Blob blob() const { return {start_, size_}; }

  private:
    std::vector<unsigned char> room_;
    const unsigned char* start_;
    std::size_t size_;
};
using BlobPtr = std::shared_ptr<const OwnedBlob>;

// A policy together with the blob that it points at.
struct OwnedPolicy {
    tamaya::Policy policy;
    BlobPtr blob;  // null if it has none
};

// A list of policies that stays in the core, with all their blobs.
struct Policies {
    std::vector<tamaya::Policy> list;
    std::set<BlobPtr> blobs;

    Policies() = default;
    explicit Policies(const std::vector<OwnedPolicy>& policies);
    void append(const OwnedPolicy& policy);

    // The largest number of extra bytes that a seat of any of them needs.
    tamaya::u32 extra_bytes() const;
};

// An agent of a family with all parameters zero.
tamaya::Policy blank_policy(tamaya::Family family);

// A rule's name and parameters. A conditional rule has all four parameters, and after them the
// least and the most of lives, hint tokens, cards in the deck, and score.
using NamedSpec = std::pair<std::string, std::vector<int>>;
tamaya::rule_list::RuleSpec spec_of(const std::string& name, const std::vector<int>& args);

// Rule lists name their rules, so that a new rule does not change old pickles. Fields: `rules`,
// `noise`, `skip_throws`, `else_random`.
void fill_rules(tamaya::rule_list::Params& list, const nb::dict& fields);
nb::dict rules_of(const tamaya::rule_list::Params& list);

// Fields for Python.
std::vector<tamaya::Field> listed(tamaya::FieldList fields);

// The value of a field, or an error that names the family and the field.
nb::object required(const nb::dict& fields, const char* family, const char* name);

// Throws an IllegalMoveError unless the viewer is to move.
void check_turn(const tamaya::View& view);

}  // namespace bind
