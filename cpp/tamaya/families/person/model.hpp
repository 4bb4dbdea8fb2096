// A model of people: the probability of each move of a person. A small network computes a score of
// each move from its features; the probabilities are the softmax of the scores.
//
// Floats are added in a fixed order, and the exponential function is our own, so every machine
// makes the same moves.
#pragma once

#include "tamaya/families/person/hint.hpp"
#include "tamaya/families/person/own_card.hpp"

namespace tamaya::person {

constexpr int kKinds = 3;  // kinds of moves: discards, plays, hints
constexpr int kHidden = 64;
constexpr int kMarks = kCardMarks > kHintMarks ? kCardMarks : kHintMarks;
constexpr int kMostMoves = 64;

// The weights. Columns of the position come first, then those of the move.
struct Model {
    float inward[kKinds][kSceneMarks + kMarks][kHidden];
    float outward[kKinds][kHidden];
};
constexpr int kModelSize = sizeof(Model) / sizeof(float);

// An agent of the family samples its move, or makes the likeliest. Its blob is a Model.
struct Params {
    bool likeliest;
};
FIELDS(Params, likeliest);

inline const Model& model_of(const Blob& blob) { return *static_cast<const Model*>(blob.bytes); }

inline Flaw flaw(const Params&, const Blob& blob) {
    if (blob.size != sizeof(Model)) return {"blob", "PERSON_WEIGHTS float32 numbers"};
    const float* weights = static_cast<const float*>(blob.bytes);
    for (int i = 0; i < kModelSize; ++i)
        if (!(weights[i] - weights[i] == 0.0f)) return {"blob", "finite weights"};
    return kNoFlaw;
}

inline int kind_of(Move move) { return is_hint(move) ? 2 : move.kind == MoveKind::play ? 1 : 0; }

// All legal moves with their features: own cards, then hints by receiver.
struct Moves {
    Move move[kMostMoves];
    float marks[kMostMoves][kMarks];
    int count = 0;

    Moves(const View& v, const Sight& at) {
        const u64 legal = legal_moves(v).bits;
        const u64 first_hint = 1ull << kWidest.id(hint_color(1, 0));
        for (u64 left = legal & (first_hint - 1); left != 0; left &= left - 1) {
            const Move choice = kWidest.move(lowest_bit(left));
            describe_card(at, choice.index, choice, add<OwnCard>(choice));
        }
        const int hints = count;
        float most = 0.0f;
        for (int offset = 1; offset < v.table.setup.players; ++offset) {
            const int seat = seat_after(v.table, v.me, offset);
            const Receiver them(v, seat);
            const HintHistory history(v, seat);
            for (u64 left = legal & ~(first_hint - 1); left != 0; left &= left - 1) {
                const Move choice = kWidest.move(lowest_bit(left));
                if (choice.index != offset) continue;
                Hint& hint = add<Hint>(choice);
                describe_hint(at, them, history, choice, hint);
                if (count == hints + 1 || hint.more_fit > most) most = hint.more_fit;
            }
        }
        for (int i = hints; i < count; ++i) {
            Hint& hint = *reinterpret_cast<Hint*>(marks[i]);
            hint.most_fit = flag(hint.more_fit >= most);
            hint.short_of_fit = most - hint.more_fit;
        }
    }

    template <typename Marks>
    Marks& add(Move choice) {
        move[count] = choice;
        for (float& mark : marks[count]) mark = 0.0f;
        return *reinterpret_cast<Marks*>(marks[count++]);
    }
};

// exp(x) for x <= 0; 0 below -40.
inline double exponential(double x) {
    if (x < -40.0) return 0.0;
    const double halvings = x * -1.4426950408889634;  // by log 2
    const int whole = static_cast<int>(halvings);
    const double y = (static_cast<double>(whole) - halvings) * 0.6931471805599453;  // -log 2 .. 0
    double sum = 1.0;
    for (int i = 12; i > 0; --i) sum = 1.0 + sum * y / i;
    for (int i = 0; i < whole; ++i) sum *= 0.5;
    return sum;
}

// The score of each move, before softmax.
inline void weigh(const Model& model, const Sight& at, const Moves& all, float* weights) {
    float scene[kKinds][kHidden] = {};
    const float* marks = reinterpret_cast<const float*>(&at.scene);
    for (int kind = 0; kind < kKinds; ++kind)
        for (int i = 0; i < kSceneMarks; ++i)
            for (int j = 0; marks[i] != 0.0f && j < kHidden; ++j)
                scene[kind][j] += marks[i] * model.inward[kind][i][j];
    for (int m = 0; m < all.count; ++m) {
        const int kind = kind_of(all.move[m]);
        float hidden[kHidden];
        for (int j = 0; j < kHidden; ++j) hidden[j] = scene[kind][j];
        for (int i = 0; i < kMarks; ++i) {
            const float mark = all.marks[m][i];
            const float* row = model.inward[kind][kSceneMarks + i];
            for (int j = 0; mark != 0.0f && j < kHidden; ++j) hidden[j] += mark * row[j];
        }
        float sum = 0.0f;
        for (int j = 0; j < kHidden; ++j)
            sum += hidden[j] > 0.0f ? hidden[j] * model.outward[kind][j] : 0.0f;
        weights[m] = sum;
    }
}

// The probability of every move; their sum is 1 up to rounding. Returns the index of the likeliest.
inline int chances(const Model& model, const Sight& at, const Moves& all, double* of) {
    float weights[kMostMoves];
    weigh(model, at, all, weights);
    int best = 0;
    for (int m = 1; m < all.count; ++m)
        if (weights[m] > weights[best]) best = m;
    double sum = 0.0;
    for (int m = 0; m < all.count; ++m)
        sum += of[m] = exponential(static_cast<double>(weights[m]) - weights[best]);
    for (int m = 0; m < all.count; ++m) of[m] /= sum;
    return best;
}

OUT_OF_LINE inline Decision decide(const Params& params, const Blob& blob, const View& v, Memory&,
                                   Rng& rng) {
    const Sight at(v);
    const Moves all(v, at);
    if (all.count == 0) return {kNoMove, 0};
    double of[kMostMoves];
    int chosen = chances(model_of(blob), at, all, of);
    if (!params.likeliest) {
        double left = static_cast<double>(rng.next() >> 11) * 0x1p-53;
        int m = 0;
        while (m + 1 < all.count && left >= of[m]) left -= of[m++];
        chosen = m;
    }
    return {all.move[chosen], 0};
}

// The probability of a move; 0 if it is illegal.
OUT_OF_LINE inline double chance(const Params& params, const Blob& blob, const View& v, Move move) {
    const Sight at(v);
    const Moves all(v, at);
    if (all.count == 0) return 0.0;
    double of[kMostMoves];
    const int best = chances(model_of(blob), at, all, of);
    if (params.likeliest) return all.move[best] == move ? 1.0 : 0.0;
    for (int m = 0; m < all.count; ++m)
        if (all.move[m] == move) return of[m];
    return 0.0;
}

FAMILY(person);

}  // namespace tamaya::person
