// The meta-agent: one seat driven from Python, and whole episodes of games with one partner.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "tables.hpp"
#include "tamaya/any_seat.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// A casebook that owns what it points to.
struct OwnCasebook {
    Policies suspects, responses;
    std::vector<double> scores, anybody, prior;
    Casebook book;

    OwnCasebook(const Policies& s, const Policies& r, Array<const double, 2> table,
                Array<const double, 1> weights,
                const std::vector<std::pair<double, double>>& doubts, int samples, double patience,
                bool within_games)
        : suspects(s), responses(r) {
        const std::size_t rows = responses.list.size(), columns = suspects.list.size();
        if (columns == 0 || columns > kMaxSuspects || rows == 0)
            throw TamayaError(std::to_string(columns) + " hypotheses and " + std::to_string(rows) +
                              " responses (expected 1 to " + std::to_string(kMaxSuspects) +
                              ", and at least 1)");
        if (table.shape(0) != rows || table.shape(1) != columns || weights.size() != columns)
            throw TamayaError(
                "scores must have the shape [responses, hypotheses], and the prior [hypotheses]");
        if (samples < 1 || samples > 10'000)
            throw TamayaError("samples = " + std::to_string(samples) + " (expected 1 to 10000)");
        scores.assign(table.data(), table.data() + table.size());
        set_prior(weights);
        for (std::size_t i = 0; i < rows; ++i) {
            double sum = 0.0;
            for (std::size_t h = 0; h < columns; ++h) sum += prior[h] * table(i, h);
            anybody.push_back(sum);
        }
        book = {};
        book.suspects = suspects.list.data();
        book.responses = responses.list.data();
        book.scores = scores.data();
        book.anybody = anybody.data();
        book.prior = prior.data();
        book.suspect_count = static_cast<int>(columns);
        book.response_count = static_cast<int>(rows);
        set_doubts(doubts);
        book.samples = samples;
        book.patience = patience;
        book.within_games = within_games;
    }
    OwnCasebook(const OwnCasebook&) = delete;

    u32 extra_bytes() const { return std::max(suspects.extra_bytes(), responses.extra_bytes()); }

    void set_prior(Array<const double, 1> weights) {
        double total = 0.0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (!(weights(i) > 0.0 && weights(i) < 1e100))
                throw TamayaError("prior " + std::to_string(weights(i)) + " (expected above 0)");
            total += weights(i);
        }
        for (std::size_t i = 0; i < weights.size(); ++i) prior.push_back(weights(i) / total);
    }
    void set_doubts(const std::vector<std::pair<double, double>>& doubts) {
        if (doubts.empty() || doubts.size() > kMaxDoubts)
            throw TamayaError(std::to_string(doubts.size()) + " doubts (expected 1 to " +
                              std::to_string(kMaxDoubts) + ")");
        for (const auto& [noise, trust] : doubts) {
            if (!(noise > 0.0 && noise < 1.0))
                throw TamayaError("noise = " + std::to_string(noise) +
                                  " (expected between 0 and 1)");
            if (!(trust >= 0.0 && trust <= 1.0))
                throw TamayaError("trust = " + std::to_string(trust) + " (expected 0 to 1)");
            book.doubts[book.doubt_count++] = {noise, trust};
        }
    }
};

using Mass = Array<double, 3>;  // beliefs for each seat: hypotheses by doubts

MetaSeat seat_of(const OwnCasebook& own, double* mass, int players, int me, Extra extra) {
    MetaSeat seat{};
    seat.book = &own.book;
    seat.extra = extra;
    for (int i = 0; i < players; ++i)
        if (i != me) seat.mass[i] = mass + i * belief_size(own.book);
    return seat;
}

// A meta-agent in one seat of one game, driven from Python. The caller owns the array of beliefs.
struct DrivenMetaSeat {
    std::shared_ptr<OwnCasebook> own;
    Mass mass;
    ExtraMemory extra;
    MetaSeat seat;

    DrivenMetaSeat(std::shared_ptr<OwnCasebook> casebook, Mass beliefs, int me, const Whole& seed)
        : own(std::move(casebook)), mass(beliefs), extra(1, own->extra_bytes()) {
        if (mass.shape(0) < 2 || mass.shape(0) > kMaxPlayers ||
            mass.shape(1) != static_cast<std::size_t>(own->book.suspect_count) ||
            mass.shape(2) != static_cast<std::size_t>(own->book.doubt_count) || me < 0 ||
            static_cast<std::size_t>(me) >= mass.shape(0))
            throw TamayaError("beliefs must have the shape [seats, hypotheses, doubts]");
        seat = seat_of(*own, mass.data(), static_cast<int>(mass.shape(0)), me, extra.seat(0));
        begin(seat, seed_of(seed));
    }

    Decision choose(const View& view) {
        check_turn(view);
        return decide(seat, view);
    }
    void notice_move(const View& before, const EventValue& event) {
        if (seat.mass[before.table.current] == nullptr)
            throw TamayaError("a seat has no belief about itself");
        notice(seat, before, event.event);
    }
};

// Writes the mean of a meta-agent's beliefs about all other seats.
void mean_belief(const Casebook& book, const MetaSeat& seat, double* mean) {
    const int size = belief_size(book);
    std::fill_n(mean, size, 0.0);
    int partners = 0;
    for (const double* mass : seat.mass) {
        if (mass == nullptr) continue;
        ++partners;
        for (int i = 0; i < size; ++i) mean[i] += mass[i];
    }
    for (int i = 0; i < size; ++i) mean[i] /= partners;
}

// A table for one thread: the meta-agent in one seat, a partner in all others.
struct EpisodeTable {
    ExtraMemory extra;
    std::vector<double> mass;  // beliefs about each seat
    std::vector<AnySeat> seats;

    EpisodeTable(const OwnCasebook& own, const Setup& setup, int me, u32 partner_bytes)
        : extra(setup.players, std::max(own.extra_bytes(), partner_bytes)),
          mass(static_cast<std::size_t>(belief_size(own.book)) * kMaxPlayers),
          seats(setup.players) {
        for (int i = 0; i < setup.players; ++i) at(i).memory.extra = extra.seat(i);
        at(me).kind = SeatKind::meta;
        at(me).meta = seat_of(own, mass.data(), setup.players, me, extra.seat(me));
    }
    AnySeat& at(int seat) { return seats[static_cast<std::size_t>(seat)]; }

    // Starts an episode with a new partner.
    void begin_episode(const Casebook& book, const Policy& partner) {
        for (int i = 0; i < kMaxPlayers; ++i)
            suspect_all(book, mass.data() + i * belief_size(book));
        for (AnySeat& seat : seats)
            if (seat.kind == SeatKind::native) seat.policy = &partner;
    }
};

void play_episodes(const OwnCasebook& own, const Setup& setup, const Policies& partners,
                   Array<const u64, 2> seeds, int me, const Threads& threads, Array<u8, 3> scores,
                   Array<u8, 3> ends, Array<i32, 3> responses, Array<double, 5> beliefs) {
    const std::size_t episodes = seeds.shape(0), games = seeds.shape(1);
    const std::size_t count = own.suspects.list.size(), others = partners.list.size();
    const int workers = thread_count(threads);
    if (me < 0 || me >= setup.players || scores.shape(0) != episodes || scores.shape(1) != others ||
        scores.shape(2) != games || ends.size() != scores.size() ||
        responses.size() != scores.size() || beliefs.shape(0) != episodes ||
        beliefs.shape(1) != others || beliefs.shape(2) != games || beliefs.shape(3) != count ||
        beliefs.shape(4) != static_cast<std::size_t>(own.book.doubt_count))
        throw TamayaError("the arrays of episodes have different shapes");
    std::vector<std::unique_ptr<EpisodeTable>> tables(static_cast<std::size_t>(workers));
    LongCall call;
    nb::gil_scoped_release release;
    call.run(episodes * others, workers, [&](u64 job, int worker) {
        std::unique_ptr<EpisodeTable>& table = tables[static_cast<std::size_t>(worker)];
        if (!table) table = std::make_unique<EpisodeTable>(own, setup, me, partners.extra_bytes());
        const std::size_t episode = job / others, partner = job % others;
        table->begin_episode(own.book, partners.list[partner]);
        for (std::size_t game = 0; game < games && !call.is_stopped(); ++game) {
            Result result = {};
            Counters unused[kMaxPlayers] = {};
            engine().play_seats(&setup, table->seats.data(), seeds(episode, game), &result, unused);
            const std::size_t at = job * games + game;
            scores.data()[at] = result.score;
            ends.data()[at] = static_cast<u8>(result.end);
            responses.data()[at] = table->at(me).meta.first_response;
            mean_belief(own.book, table->at(me).meta, &beliefs(episode, partner, game, 0, 0));
        }
    });
}

}  // namespace

void bind_episodes(nb::module_& m) {
    nb::class_<OwnCasebook>(m, "Casebook",
                            "The hypotheses and responses of a meta-agent, and their scores.")
        .def(nb::init<const Policies&, const Policies&, Array<const double, 2>,
                      Array<const double, 1>, const std::vector<std::pair<double, double>>&, int,
                      double, bool>(),
             "hypotheses"_a, "responses"_a, "scores"_a.noconvert(), nb::kw_only(),
             "prior"_a.noconvert(), "doubts"_a, "samples"_a, "patience"_a, "within_games"_a,
             "Scores of responses (rows) with hypotheses (columns). For each move of a partner\n"
             "`samples` positions are imagined. Each of the `doubts` is a share of moves that are\n"
             "not the hypothesis's, and how far its scores are trusted then. A response that is\n"
             "expected to gain more than `patience` points replaces another within a game if that\n"
             "is allowed.");
    nb::class_<DrivenMetaSeat>(m, "MetaSeat", "The meta-agent in one seat of one game.")
        .def(nb::init<std::shared_ptr<OwnCasebook>, Mass, int, const Whole&>(), "casebook"_a,
             "beliefs"_a.noconvert(), "seat"_a, "seed"_a,
             "Beliefs [seats, hypotheses, doubts] are updated in place.")
        .def("decide", &DrivenMetaSeat::choose, "view"_a, "The move of the current response.")
        .def(
            "notice", &DrivenMetaSeat::notice_move, "before"_a, "event"_a,
            "Updates the beliefs after a move of another seat; `before` is the own view before it.")
        .def_prop_ro(
            "response", [](const DrivenMetaSeat& s) { return s.seat.response; },
            "Index of the current response.");
    m.def(
        "play_episodes", &play_episodes, "casebook"_a, "setup"_a, "partners"_a,
        "seeds"_a.noconvert(), nb::kw_only(), "seat"_a, "threads"_a, "scores"_a.noconvert(),
        "ends"_a.noconvert(), "responses"_a.noconvert(), "beliefs"_a.noconvert(),
        "Episodes with each partner in all other seats: seeds [episodes, games]. Writes scores\n"
        "(points kept), how games ended (numbered as in results) and the responses they\n"
        "began with, each [episodes, partners, games], and the mean belief about all other seats\n"
        "after each game [episodes, partners, games, hypotheses, doubts].");
}

}  // namespace bind
