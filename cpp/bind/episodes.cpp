// The meta-agent: one seat driven from Python, and whole episodes of games with one partner.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "policies.hpp"
#include "tamaya/rollout.hpp"
#include "tamaya/suspect.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// A casebook that owns what it points to.
struct OwnCasebook {
    Policies kept_suspects, kept_responses;
    std::vector<Policy>&suspects, &responses;
    std::vector<double> scores, anybody, prior;
    Casebook book;

    OwnCasebook(const Policies& s, const Policies& r, Array<const double, 2> table,
                Array<const double, 1> weights,
                const std::vector<std::pair<double, double>>& doubts, int samples, double patience,
                bool within_games)
        : kept_suspects(s),
          kept_responses(r),
          suspects(kept_suspects.list),
          responses(kept_responses.list) {
        if (suspects.empty() || suspects.size() > kMaxSuspects || responses.empty())
            throw TamayaError(std::to_string(suspects.size()) + " hypotheses and " +
                              std::to_string(responses.size()) + " responses (expected 1 to " +
                              std::to_string(kMaxSuspects) + ", and at least 1)");
        if (table.shape(0) != responses.size() || table.shape(1) != suspects.size() ||
            weights.size() != suspects.size())
            throw TamayaError("scores are not responses by hypotheses, or the prior is of others");
        if (samples < 1 || samples > 10'000)
            throw TamayaError("samples = " + std::to_string(samples) + " (expected 1 to 10000)");
        scores.assign(table.data(), table.data() + table.size());
        set_prior(weights);
        for (std::size_t i = 0; i < responses.size(); ++i) {
            double sum = 0.0;
            for (std::size_t h = 0; h < suspects.size(); ++h) sum += prior[h] * table(i, h);
            anybody.push_back(sum);
        }
        book = {};
        book.suspects = suspects.data();
        book.responses = responses.data();
        book.scores = scores.data();
        book.anybody = anybody.data();
        book.prior = prior.data();
        book.suspect_count = static_cast<int>(suspects.size());
        book.response_count = static_cast<int>(responses.size());
        set_doubts(doubts);
        book.samples = samples;
        book.patience = patience;
        book.within_games = within_games;
    }
    OwnCasebook(const OwnCasebook&) = delete;

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

MetaSeat seat_of(const OwnCasebook& own, double* mass, int players, int me) {
    MetaSeat seat{};
    seat.book = &own.book;
    for (int i = 0; i < players; ++i)
        if (i != me) seat.mass[i] = mass + i * belief_size(own.book);
    return seat;
}

// One meta-agent in one seat of one game, driven from Python; beliefs are the caller's array.
struct DrivenSeat {
    std::shared_ptr<OwnCasebook> own;
    Mass mass;
    MetaSeat seat;

    DrivenSeat(std::shared_ptr<OwnCasebook> casebook, Mass beliefs, int me, const Whole& seed)
        : own(std::move(casebook)), mass(beliefs) {
        if (mass.shape(0) < 2 || mass.shape(0) > kMaxPlayers ||
            mass.shape(1) != static_cast<std::size_t>(own->book.suspect_count) ||
            mass.shape(2) != static_cast<std::size_t>(own->book.doubt_count) || me < 0 ||
            static_cast<std::size_t>(me) >= mass.shape(0))
            throw TamayaError("beliefs are not seats by hypotheses by doubts");
        seat = seat_of(*own, mass.data(), static_cast<int>(mass.shape(0)), me);
        begin(seat, seed_of(seed));
    }

    Decision choose(const View& view) {
        if (legal_moves(view).bits == 0)
            throw IllegalMoveError("seat " + std::to_string(view.me) + " is not to move");
        return decide(seat, view);
    }
    void notice_move(const View& before, const EventValue& event) {
        if (seat.mass[before.table.current] == nullptr)
            throw TamayaError("a seat has no belief about itself");
        notice(seat, before, event.event);
    }
};

// How one game of an episode went.
struct Outcome {
    u8 score;
    End end;
    int response;  // at the start
};

// The mean of what the meta-agent believes of all other seats.
void mean_belief(const OwnCasebook& own, const double* mass, int players, int me, double* mean) {
    const std::size_t size = static_cast<std::size_t>(belief_size(own.book));
    std::fill_n(mean, size, 0.0);
    for (int seat = 0; seat < players; ++seat) {
        if (seat == me) continue;
        const double* belief = mass + static_cast<std::size_t>(seat) * size;
        for (std::size_t i = 0; i < size; ++i) mean[i] += belief[i];
    }
    for (std::size_t i = 0; i < size; ++i) mean[i] /= players - 1;
}

// Plays the game of a seed with the meta-agent in `me` and the partner in all other seats.
Outcome play_one(const OwnCasebook& own, const Setup& setup, const Policy& partner, u64 seed,
                 int me, double* mass) {
    State state;
    Deck deck = sorted_deck(setup);
    shuffle(deck, seed);
    deal(state, setup, deck);
    Seat seats[kMaxPlayers];
    for (int i = 0; i < setup.players; ++i) {
        seats[i].view.table.turn = 0;
        seats[i].memory = {};
        seats[i].rng = stream(seed, Purpose::agent, static_cast<u32>(i));
    }
    MetaSeat meta = seat_of(own, mass, setup.players, me);
    begin(meta, seats[me].rng.key);
    const int response = meta.response;
    while (!is_over(state.table)) {
        const int actor = state.table.current;
        Seat& turn = seats[actor];
        look(turn.view, state, actor);
        const Move move = actor == me ? decide(meta, turn.view).move
                                      : decide(partner, turn.view, turn.memory, turn.rng).move;
        if (actor != me) look(seats[me].view, state, me);
        const Event& event = apply_or_forfeit(state, move);
        if (actor != me && !(state.table.end == End::forfeit)) notice(meta, seats[me].view, event);
    }
    return {static_cast<u8>(score(state.table)), state.table.end, response};
}

void play_episodes(const OwnCasebook& own, const Setup& setup, const Policies& partners,
                   Array<const u64, 2> seeds, int me, int threads, Array<u8, 3> scores,
                   Array<u8, 3> ends, Array<i32, 3> responses, Array<double, 5> beliefs) {
    const std::size_t episodes = seeds.shape(0), games = seeds.shape(1);
    const std::size_t count = own.suspects.size(), others = partners.list.size();
    if (me < 0 || me >= setup.players || threads < 1 || threads > 1024 ||
        scores.shape(0) != episodes || scores.shape(1) != others || scores.shape(2) != games ||
        ends.size() != scores.size() || responses.size() != scores.size() ||
        beliefs.shape(0) != episodes || beliefs.shape(1) != others || beliefs.shape(2) != games ||
        beliefs.shape(3) != count ||
        beliefs.shape(4) != static_cast<std::size_t>(own.book.doubt_count))
        throw TamayaError("the arrays of episodes do not fit together");
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        const std::size_t size = static_cast<std::size_t>(belief_size(own.book));
        std::vector<double> mass(size * kMaxPlayers);
        for (std::size_t job; (job = next.fetch_add(1)) < episodes * others;) {
            const std::size_t episode = job / others, partner = job % others;
            for (int i = 0; i < kMaxPlayers; ++i)
                suspect_all(own.book, mass.data() + static_cast<std::size_t>(i) * size);
            for (std::size_t game = 0; game < games; ++game) {
                const Outcome outcome = play_one(own, setup, partners.list[partner],
                                                 seeds(episode, game), me, mass.data());
                const std::size_t at = job * games + game;
                scores.data()[at] = outcome.score;
                ends.data()[at] = static_cast<u8>(outcome.end);
                responses.data()[at] = outcome.response;
                mean_belief(own, mass.data(), setup.players, me,
                            &beliefs(episode, partner, game, 0, 0));
            }
        }
    };
    nb::gil_scoped_release release;
    std::vector<std::thread> helpers;
    try {
        for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    } catch (const std::system_error&) {
        // The system gives no more threads: those that started do the work.
    }
    work();
    for (std::thread& helper : helpers) helper.join();
}

}  // namespace

void bind_episodes(nb::module_& m) {
    nb::class_<OwnCasebook>(m, "Casebook",
                            "Whom partners may be, what can be played with them, and how well.")
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
    nb::class_<DrivenSeat>(m, "MetaSeat", "The meta-agent in one seat of one game.")
        .def(nb::init<std::shared_ptr<OwnCasebook>, Mass, int, const Whole&>(), "casebook"_a,
             "beliefs"_a.noconvert(), "seat"_a, "seed"_a,
             "Beliefs [seats, hypotheses, doubts] are updated in place.")
        .def("decide", &DrivenSeat::choose, "view"_a, "The current response's move.")
        .def("notice", &DrivenSeat::notice_move, "before"_a, "event"_a,
             "Another seat has moved; `before` is the own view just before.")
        .def_prop_ro(
            "response", [](const DrivenSeat& s) { return s.seat.response; },
            "Place of the current response.");
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
