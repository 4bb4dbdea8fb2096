// Policies of all families: conversion from and to fields, lists of policies, and blobs.
#include "policies.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

constexpr std::size_t kBlobAlignment = 64;

// Equal blobs are stored once, so agents from the same file share their weights.
BlobPtr shared_blob(const nb::bytes& bytes) {
    static std::mutex door;
    static std::multimap<std::size_t, std::weak_ptr<const OwnedBlob>> blobs;  // by size
    if (bytes.size() == 0) return nullptr;
    const std::lock_guard<std::mutex> lock(door);
    const auto [first, last] = blobs.equal_range(bytes.size());
    for (auto at = first; at != last;) {
        const BlobPtr kept = at->second.lock();
        if (!kept) {
            at = blobs.erase(at);
            continue;
        }
        if (std::memcmp(kept->blob().bytes, bytes.c_str(), bytes.size()) == 0) return kept;
        ++at;
    }
    BlobPtr fresh = std::make_shared<const OwnedBlob>(bytes.c_str(), bytes.size());
    blobs.emplace(bytes.size(), fresh);
    return fresh;
}

Family family_of(const std::string& name) {
    std::string known;
    for (int i = 0; i < kFamilies; ++i) {
        if (name == kFamilyNames[i]) return static_cast<Family>(i);
        known += std::string(i > 0 ? ", " : "") + kFamilyNames[i];
    }
    throw UnknownNameError("no family " + quoted(name) + " (expected " + known + ")");
}

const char* name_of(Family family) { return kFamilyNames[static_cast<int>(family)]; }

template <typename Params>
FieldList fields_of_params(const Params&) {
    if constexpr (requires { fields_of(static_cast<const Params*>(nullptr)); }) {
        return fields_of(static_cast<const Params*>(nullptr));
    } else {
        return {nullptr, 0};
    }
}

FieldList fields_of(const Policy& policy) {
    return with_params(policy.family, policy.params,
                       [](const auto& params) { return fields_of_params(params); });
}

std::string shown(nb::handle value) {
    constexpr std::size_t kLongest = 60;
    const std::string text = utf8_of(nb::repr(value));
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

[[noreturn]] void refuse(const Field& field, nb::handle value, const std::string& expected) {
    throw TamayaError(std::string(field.name) + " = " + shown(value) + " (expected " + expected +
                      ")");
}

// Writes an integer of type T.
template <typename T>
void write_whole(const Field& field, nb::handle value, u8* to) {
    T number = 0;
    const nb::object whole = PyIndex_Check(value.ptr()) && !PyBool_Check(value.ptr())
                                 ? nb::steal(PyNumber_Index(value.ptr()))
                                 : nb::object();
    if (!whole.is_valid() || !nb::try_cast<T>(whole, number)) {
        PyErr_Clear();
        refuse(field, value,
               "a whole number from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                   std::to_string(std::numeric_limits<T>::max()));
    }
    std::memcpy(to, &number, sizeof number);
}

template <typename T>
void write_real(const Field& field, nb::handle value, u8* to) {
    double number = 0.0;
    if (PyBool_Check(value.ptr()) || !nb::try_cast<double>(value, number))
        refuse(field, value, "a number");
    const T rounded = static_cast<T>(number);
    std::memcpy(to, &rounded, sizeof rounded);
}

void write_bool(const Field& field, nb::handle value, u8* to) {
    if (!PyBool_Check(value.ptr())) refuse(field, value, "True or False");
    *to = value.is(nb::handle(Py_True));
}

// The NumPy code, writer and reader of each element type.
struct Element {
    const char* type;
    void (*write)(const Field& field, nb::handle value, u8* to);
    nb::object (*read)(const u8* from);
};

template <typename T>
nb::object read_as(const u8* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return nb::cast(value);
}

constexpr Element kElements[] = {
    {"?", write_bool, read_as<bool>},          {"u1", write_whole<u8>, read_as<u8>},
    {"i1", write_whole<i8>, read_as<i8>},      {"u2", write_whole<u16>, read_as<u16>},
    {"u4", write_whole<u32>, read_as<u32>},    {"i4", write_whole<i32>, read_as<i32>},
    {"u8", write_whole<u64>, read_as<u64>},    {"i8", write_whole<i64>, read_as<i64>},
    {"f4", write_real<float>, read_as<float>}, {"f8", write_real<double>, read_as<double>},
};

const Element& element_of(const Field& field) {
    for (const Element& element : kElements)
        if (std::strcmp(element.type, field.type) == 0) return element;
    throw TamayaError(std::string("no way to write a field of type ") + field.type);
}

void write_field(const Field& field, nb::handle value, u8* params) {
    const Element& element = element_of(field);
    u8* to = params + field.offset;
    if (!field.is_array) return element.write(field, value, to);
    const nb::object items = nb::steal(PySequence_List(value.ptr()));
    if (!items.is_valid()) {
        PyErr_Clear();
        refuse(field, value, std::to_string(field.count) + " numbers");
    }
    const std::size_t count = nb::len(items);
    if (count != field.count)
        throw TamayaError(std::string(field.name) + " has " + std::to_string(count) +
                          " numbers (expected " + std::to_string(field.count) + ")");
    for (std::size_t i = 0; i < count; ++i)
        element.write(field, nb::object(items[i]), to + i * field.size);
}

nb::object read_field(const Field& field, const u8* params) {
    const Element& element = element_of(field);
    if (!field.is_array) return element.read(params + field.offset);
    nb::list items;
    for (u32 i = 0; i < field.count; ++i)
        items.append(element.read(params + field.offset + i * field.size));
    return items;
}

void fill_fields(Policy& policy, const nb::dict& fields) {
    const FieldList known = fields_of(policy);
    for (int i = 0; i < known.count; ++i) {
        const nb::object value = required(fields, name_of(policy.family), known.at[i].name);
        write_field(known.at[i], value, reinterpret_cast<u8*>(&policy.params));
    }
    if (fields.size() == static_cast<std::size_t>(known.count)) return;
    for (const auto [key, value] : fields) {
        bool is_known = false;
        std::string names;
        for (int i = 0; i < known.count; ++i) {
            is_known |= key.equal(nb::str(known.at[i].name));
            names += std::string(i > 0 ? ", " : "") + known.at[i].name;
        }
        if (!is_known)
            throw TamayaError("no field " + shown(key) + " of family " +
                              quoted(name_of(policy.family)) + " (expected " + names + ")");
    }
}

void check_flaw(const Policy& policy, const nb::dict& fields) {
    const Flaw wrong = flaw(policy);
    if (wrong.field == nullptr) return;
    const std::string value = std::strcmp(wrong.field, "blob") == 0
                                  ? std::to_string(policy.blob.size) + " bytes"
                                  : shown(required(fields, name_of(policy.family), wrong.field));
    throw TamayaError(std::string(wrong.field) + " = " + value + " (expected " + wrong.expected +
                      ")");
}

// Converts any mapping to a dict.
nb::dict as_dict(const nb::object& fields) {
    const nb::handle type(reinterpret_cast<PyObject*>(&PyDict_Type));
    return nb::cast<nb::dict>(type(fields));
}

OwnedPolicy policy_of(const Text& family, const nb::dict& fields,
                      const std::optional<nb::bytes>& bytes) {
    OwnedPolicy owned = {blank_policy(family_of(family.utf8)), nullptr};
    if (owned.policy.family == Family::rule_list) {
        fill_rules(owned.policy.params.rule_list, fields);
    } else {
        fill_fields(owned.policy, fields);
    }
    if (bytes) owned.blob = shared_blob(*bytes);
    if (owned.blob) owned.policy.blob = owned.blob->blob();
    check_flaw(owned.policy, fields);
    return owned;
}

nb::dict fields_to_python(const Policy& policy) {
    if (policy.family == Family::rule_list) return rules_of(policy.params.rule_list);
    nb::dict fields;
    const FieldList known = fields_of(policy);
    for (int i = 0; i < known.count; ++i)
        fields[known.at[i].name] =
            read_field(known.at[i], reinterpret_cast<const u8*>(&policy.params));
    return fields;
}

nb::bytes blob_to_python(const OwnedPolicy& owned) {
    return nb::bytes(owned.policy.blob.bytes, owned.policy.blob.size);
}

using FieldDict = nb::typed<nb::dict, nb::str, nb::object>;
using PolicyFields = std::tuple<Text, FieldDict, nb::bytes>;

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// One rule list per row: the entries are indices into `rules`.
Policies of_genes(const std::vector<NamedSpec>& rules, Array<const u16, 2> genes, bool skip_throws,
                  bool else_random) {
    if (genes.shape(1) > rule_list::kMaxRules)
        throw TamayaError(std::to_string(genes.shape(1)) + " rules (expected at most " +
                          std::to_string(rule_list::kMaxRules) + ")");
    std::vector<rule_list::RuleSpec> book;
    for (const NamedSpec& rule : rules) book.push_back(spec_of(rule.first, rule.second));
    Policies policies;
    for (std::size_t row = 0; row < genes.shape(0); ++row) {
        Policy policy = blank_policy(Family::rule_list);
        rule_list::Params& list = policy.params.rule_list;
        list.skip_throws = skip_throws;
        list.else_random = else_random;
        for (std::size_t i = 0; i < genes.shape(1); ++i) {
            if (genes(row, i) >= book.size())
                throw TamayaError("no gene " + std::to_string(genes(row, i)) + " (expected 0 to " +
                                  std::to_string(book.size() - 1) + ")");
            list.specs[list.length++] = book[genes(row, i)];
        }
        policies.list.push_back(policy);
    }
    return policies;
}

// The offset in the raw bytes of each pointer to a blob, and the blob.
std::vector<std::pair<std::vector<std::size_t>, nb::bytes>> blob_places(const Policies& policies) {
    std::map<const void*, std::pair<u64, std::vector<std::size_t>>> places;
    for (std::size_t i = 0; i < policies.list.size(); ++i) {
        const Blob& blob = policies.list[i].blob;
        if (blob.size == 0) continue;
        places[blob.bytes].first = blob.size;
        places[blob.bytes].second.push_back(i * sizeof(Policy) + offsetof(Policy, blob) +
                                            offsetof(Blob, bytes));
    }
    std::vector<std::pair<std::vector<std::size_t>, nb::bytes>> listed;
    for (const auto& [bytes, place] : places)
        listed.push_back({place.second, nb::bytes(bytes, place.first)});
    return listed;
}

Policies joined(const Policies& first, const Policies& second) {
    Policies both = first;
    both.list.insert(both.list.end(), second.list.begin(), second.list.end());
    both.blobs.insert(second.blobs.begin(), second.blobs.end());
    return both;
}

void bind_lists(nb::module_& m) {
    nb::class_<Policies>(m, "Policies", "A list of policies, stored in the core.")
        .def(nb::init<const std::vector<OwnedPolicy>&>(), "policies"_a)
        .def_static(
            "of_genes", &of_genes, "rules"_a, "genes"_a.noconvert(), nb::kw_only(),
            "skip_throws"_a = true, "else_random"_a = true,
            "One rule list for each row of uint16 [policies, length]: indices into `rules`.")
        .def("__len__", [](const Policies& p) { return p.list.size(); })
        .def(
            "raw",
            [](const Policies& p) {
                return nb::bytes(p.list.data(), p.list.size() * sizeof(Policy));
            },
            "The policies in the memory layout of the core, for a GPU.")
        .def("blobs", &blob_places,
             "The blobs of the policies: the offset of each pointer in `raw`, and the bytes.\n"
             "A GPU needs its own copies.")
        .def_prop_ro("extra_bytes", &Policies::extra_bytes,
                     "The largest number of extra bytes that a seat of any of them needs.")
        .def("__add__", &joined, "then"_a);
}

}  // namespace

OwnedBlob::OwnedBlob(const void* bytes, std::size_t size)
    : room_(size + kBlobAlignment), size_(size) {
    const std::size_t place = reinterpret_cast<std::uintptr_t>(room_.data()) % kBlobAlignment;
    unsigned char* start = room_.data() + (kBlobAlignment - place) % kBlobAlignment;
    std::memcpy(start, bytes, size);
    start_ = start;
}

Policies::Policies(const std::vector<OwnedPolicy>& policies) {
    for (const OwnedPolicy& policy : policies) append(policy);
}

void Policies::append(const OwnedPolicy& policy) {
    list.push_back(policy.policy);
    if (policy.blob) blobs.insert(policy.blob);
}

u32 Policies::extra_bytes() const {
    u32 most = 0;
    for (const Policy& policy : list) most = std::max(most, tamaya::extra_bytes(policy));
    return most;
}

std::vector<Field> listed(FieldList fields) { return {fields.at, fields.at + fields.count}; }

Policy blank_policy(Family family) {
    Policy policy;
    std::memset(static_cast<void*>(&policy), 0, sizeof policy);
    policy.family = family;
    return policy;
}

nb::object required(const nb::dict& fields, const char* family, const char* name) {
    if (!fields.contains(name))
        throw TamayaError("family " + quoted(family) + " needs a value for " + quoted(name));
    return nb::object(fields[name]);
}

void check_turn(const View& view) {
    if (legal_moves(view).bits == 0)
        throw IllegalMoveError("seat " + std::to_string(view.me) + " is not to move");
}

void bind_policies(nb::module_& m) {
    nb::class_<Field>(m, "Field", "One field of a struct of the core.")
        .def_ro("name", &Field::name, "Its name.")
        .def_ro("type", &Field::type, "NumPy's code of the element type, like 'u1'.")
        .def_ro("offset", &Field::offset, "Offset in bytes.")
        .def_ro("count", &Field::count, "Number of elements: 1 unless it is an array.")
        .def_ro("is_array", &Field::is_array, "Whether it is an array.");
    m.def(
        "families", [] { return std::vector<std::string>(kFamilyNames, kFamilyNames + kFamilies); },
        "Names of all families of native agents.");
    m.def(
        "family_fields",
        [](const Text& family) { return listed(fields_of(blank_policy(family_of(family.utf8)))); },
        "family"_a,
        "The parameters of a family. Rule lists have none: see `Policy`.\n\n"
        ":raises UnknownNameError: for another family");
    nb::class_<OwnedPolicy>(m, "Policy", "A native agent with its parameters.")
        .def(
            "__init__",
            [](OwnedPolicy* self, const Text& family, nb::object fields,
               const std::optional<nb::bytes>& blob) {
                new (self) OwnedPolicy(policy_of(family, as_dict(fields), blob));
            },
            "family"_a, "fields"_a, "blob"_a = nb::none(),
            nb::sig("def __init__(self, family: str, fields: collections.abc.Mapping[str, object], "
                    "blob: bytes | None = None) -> None"),
            "An agent of a family. `fields` holds a value for each of `family_fields`; `blob` "
            "holds\n"
            "the bytes that a family like 'person' shares among its agents. A 'rule_list' has\n"
            "`rules`, names with their parameters; `noise`, the percentage of random legal moves;\n"
            "`skip_throws`, whether a rule that throws is skipped or ends the game; and\n"
            "`else_random`, whether a random legal move is made or the game ends if no rule "
            "applies.\n\n"
            ":raises TamayaError: for missing, unknown or impossible fields")
        .def_prop_ro(
            "family", [](const OwnedPolicy& p) { return name_of(p.policy.family); },
            "Name of its family.")
        .def_prop_ro(
            "fields", [](const OwnedPolicy& p) { return fields_to_python(p.policy); },
            nb::sig("def fields(self) -> dict[str, object]"), "Its parameters by name.")
        .def_prop_ro("blob", &blob_to_python, "Its blob; empty if it has none.")
        .def(
            "__len__",
            [](const OwnedPolicy& p) {
                return p.policy.family == Family::rule_list ? int(p.policy.params.rule_list.length)
                                                            : 0;
            },
            "Number of rules; 0 for agents that are not rule lists.")
        .def("__getstate__",
             [](const OwnedPolicy& p) {
                 return std::tuple(std::string(name_of(p.policy.family)),
                                   FieldDict(fields_to_python(p.policy)), blob_to_python(p));
             })
        .def("__setstate__", [](OwnedPolicy& p, const PolicyFields& state) {
            const auto& [family, fields, blob] = state;
            new (&p) OwnedPolicy(policy_of(family, fields, blob));
        });
    bind_lists(m);
}

}  // namespace bind
