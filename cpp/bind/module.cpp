// The Python module tamaya._core.
#include "bind.hpp"
#include "trials.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
    // Do not warn about positions that are still referenced when Python exits.
    nb::set_leak_warnings(false);
    m.doc() = "The game core: exact rules, views, native agents.";
    nb::object base = nb::exception<bind::TamayaError>(m, "TamayaError", PyExc_ValueError);
    base.doc() = "Base class of all errors that Tamaya raises; a ValueError.";
    nb::exception<bind::NotationError>(m, "NotationError", base.ptr()).doc() =
        "Text or numbers that cannot be parsed; the message quotes them.";
    nb::exception<bind::IllegalMoveError>(m, "IllegalMoveError", base.ptr()).doc() =
        "A move that is illegal in this position; the message says why.";
    nb::exception<bind::UnknownNameError>(m, "UnknownNameError", base.ptr()).doc() =
        "An unknown name; the message lists similar names.";
    bind::bind_values(m);
    bind::bind_setup(m);
    bind::bind_positions(m);
    bind::bind_rules(m);
    bind::bind_policies(m);
    bind::bind_eger(m);
    bind::bind_cyclone(m);
    bind::bind_conventions(m);
    bind::bind_people(m);
    bind::bind_games(m);
    bind::bind_open_games(m);
    bind::bind_teams(m);
    bind::bind_thoughts(m);
    bind::bind_episodes(m);
    bind::bind_search(m);
    bind::bind_trials(m);
    bind::bind_vector(m);
    bind::bind_networks(m);
}
