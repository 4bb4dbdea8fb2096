// Input features of a hint, for models of people.
#pragma once

#include "tamaya/families/person/sight.hpp"
#include "tamaya/fields.hpp"

namespace tamaya::person {

// Features of a hint.
struct Hint {
    float by_color;
    float rank[kMaxRanks];
    float touched, newly_touched, news, no_news;
    float playable, playable_news, unplayable, trash, critical, critical_unhinted, fives;
    float all_playable, none_playable;
    float oldest_playable, newest_playable, new_oldest_playable, new_newest_playable;
    float singles_out, singles_out_playable, singles_out_unplayable;
    float sure_plays;  // cards that the partner will know to be playable
    float sure_trash, identified;
    float more_fit, more_misfit;   // change of the probabilities from the partner's view
    float best_fit, worst_misfit;  // the probabilities after it
    float chop_touched, chop_critical;
    float oldest_touched, newest_touched;
    float expected_score, valid, against, plays, discards, best_expected, short_of_expected;
    float told_before,
        touched_by_last;  // the same hint was given before; cards of the own last hint
    float last_was_it;    // the own last hint was the same
    float most_fit, short_of_fit;
    float full_does, intentional_does;
};
FIELDS(Hint, by_color, rank, touched, newly_touched, news, no_news, playable, playable_news,
       unplayable, trash, critical, critical_unhinted, fives, all_playable, none_playable,
       oldest_playable, newest_playable, new_oldest_playable, new_newest_playable, singles_out,
       singles_out_playable, singles_out_unplayable, sure_plays, sure_trash, identified, more_fit,
       more_misfit, best_fit, worst_misfit, chop_touched, chop_critical, oldest_touched,
       newest_touched, expected_score, valid, against, plays, discards, best_expected,
       short_of_expected, told_before, touched_by_last, last_was_it, most_fit, short_of_fit,
       full_does, intentional_does);

constexpr int kHintMarks = sizeof(Hint) / sizeof(float);

inline void describe_hint(const Sight& at, const Receiver& them, const HintHistory& history,
                          Move move, Hint& h) {
    const View& v = at.v;
    const Table& t = v.table;
    const Knowledge& k = them.k;
    h = {};
    const bool by_color = move.kind == MoveKind::hint_color;
    const int value = by_color ? move.value : move.value - 1;
    h.by_color = flag(by_color);
    if (!by_color) h.rank[value] = 1;
    const SlotSet touched =
        slot_set(slots_with_bit(by_color ? them.hand.colors : them.hand.ranks, value));
    const SlotSet named = by_color ? k.color_hinted : k.rank_hinted;
    const SlotSet news = touched & static_cast<SlotSet>(~named);
    const SlotSet fresh = touched & them.unhinted;
    h.touched = static_cast<float>(size(touched)) / 5;
    h.newly_touched = static_cast<float>(size(fresh)) / 5;
    h.news = static_cast<float>(size(news)) / 5;
    h.no_news = flag(news == 0);
    const SlotSet known = sure_of(t, k, v.playable);
    const SlotSet playable = touched & them.playable;
    h.playable = static_cast<float>(size(playable)) / 5;
    h.playable_news = static_cast<float>(size(playable & news & static_cast<SlotSet>(~known))) / 5;
    h.trash = static_cast<float>(size(touched & them.trash)) / 5;
    h.unplayable =
        static_cast<float>(size(touched & static_cast<SlotSet>(~(them.playable | them.trash)))) / 5;
    h.critical = static_cast<float>(size(touched & them.critical)) / 5;
    h.critical_unhinted = static_cast<float>(size(fresh & them.critical)) / 5;
    h.fives = static_cast<float>(size(touched & them.fives)) / 5;
    h.all_playable = flag((touched & static_cast<SlotSet>(~them.playable)) == 0);
    h.none_playable = flag(playable == 0);
    h.oldest_playable = flag(has(them.playable, lowest(touched)));
    h.newest_playable = flag(has(them.playable, highest(touched)));
    h.new_oldest_playable = flag(news && has(them.playable, lowest(news)));
    h.new_newest_playable = flag(news && has(them.playable, highest(news)));
    h.singles_out = flag(size(news) == 1);
    const u32 wild = static_cast<u32>(is_rainbow(t.setup)) << kExtraColor;
    const u64 meant = by_color ? 1ull << value | wild : 1ull << value;
    Knowledge after = k;
    Row& row = by_color ? after.colors : after.ranks;
    const u64 each = slots_with_bit(by_color ? them.hand.colors : them.hand.ranks, value);
    row.bits &= (meant * kEachSlot) ^ ~(each * 0xFF);
    for (u32 left = k.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const float before = share(t.hidden, possible(k, slot), v.playable);
        const float now = share(t.hidden, possible(after, slot), v.playable);
        const bool fits = has(them.playable, slot);
        (fits ? h.more_fit : h.more_misfit) += now - before;
        float& most = fits ? h.best_fit : h.worst_misfit;
        if (has(touched, slot) && now > most) most = now;
        if (size(news) == 1 && has(news, slot)) {
            h.singles_out_playable = flag(fits);
            h.singles_out_unplayable = flag(!fits && now > 0);
        }
        const CardSet told_cards = possible(after, slot);
        h.identified += flag((told_cards & (told_cards - 1)) == 0 && has(news, slot)) / 5;
    }
    const SlotSet sure = sure_of(t, after, v.playable) & static_cast<SlotSet>(~known);
    h.sure_plays = static_cast<float>(size(sure)) / 5;
    const SlotSet trash = sure_of(t, after, v.dead) & static_cast<SlotSet>(~sure_of(t, k, v.dead));
    h.sure_trash = static_cast<float>(size(trash)) / 5;
    h.chop_touched = flag(them.chop >= 0 && has(touched, them.chop));
    h.chop_critical = flag(them.chop >= 0 && has(touched & them.critical, them.chop));
    h.oldest_touched = flag(has(touched, lowest(k.present)));
    h.newest_touched = flag(has(touched, highest(k.present)));
    const eger::Words w = eger::words(v, kReading);
    const eger::Partner partner(v, kReading, w, move.index);
    const eger::Weighed weighed =
        partner.weigh(w, move, value, by_color ? 1u << value | wild : 1u << value);
    h.expected_score = static_cast<float>(weighed.score) / 6;
    h.valid = flag(weighed.is_valid());
    h.against = static_cast<float>(size(weighed.against)) / 5;
    h.plays = static_cast<float>(size(weighed.plays)) / 5;
    h.discards = static_cast<float>(size(weighed.discards)) / 5;
    h.best_expected = flag(weighed.is_valid() && weighed.score == at.expected_best);
    h.short_of_expected = static_cast<float>(at.expected_best - weighed.score) / 6;
    for (int i = 0; i < t.turn; ++i) {
        const Event& e = v.log.events[i];
        if (e.actor == v.me && e.kind == move.kind && e.value == move.value &&
            e.target == seat_after(t, v.me, move.index))
            h.told_before = 1;
    }
    for (u32 left = touched; left != 0; left &= left - 1) {
        const int last = history.last[lowest_bit(left)];
        if (last > 0 && last + t.setup.players >= t.turn + 1) h.touched_by_last = 1;
    }
    const Event* given = at.habits.given();
    h.last_was_it =
        flag(given != nullptr && given->kind == move.kind && given->value == move.value &&
             given->target == seat_after(t, v.me, move.index));
    h.full_does = flag(move == at.full);
    h.intentional_does = flag(move == at.intentional);
}

}  // namespace tamaya::person
