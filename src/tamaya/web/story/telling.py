"""Finds the turning points of a finished game and the lesson in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tamaya.game import Seat, State, TamayaError
from tamaya.web.replay.explanations import thinker
from tamaya.web.replay.recording import Recording
from tamaya.web.story.judging import Judge, Judged
from tamaya.web.story.models import SeatModel, advisers, seat_models
from tamaya.web.story.protocol import Advice, Story, StoryLesson, TeamScore, TriedMove, TurningPoint
from tamaya.web.story.themes import best_options, chance_of_play, theme_of

POINTS = 3
"""turning points of a story"""
CANDIDATES = 7
"""turns that are judged with many imagined games"""
SKETCH = 16
"""imagined games per move when all turns are judged"""
CURVE = 120
"""imagined games per turn of the expected score"""
FULL = 320
"""imagined games per move when a candidate is judged"""
SMALLEST = 0.3
"""points by which a turn must matter"""
_TOO_LONG = ("detective",)
"""agents whose whole games take too long"""
_WHOLE_GAME = 200
"""more turns than any game has"""
_SLOWER = 4
"""slow models get so many times fewer imagined games"""


@dataclass(frozen=True)
class Telling:
    """Computes the story of one game from one seat.

    :param specs: the agent of each seat; None for a person
    """

    recording: Recording
    specs: Sequence[str | None]
    seat: Seat
    haste: int = 1
    """divides the numbers of imagined games"""

    @cached_property
    def _models(self) -> list[SeatModel]:
        return seat_models(self.specs)

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.recording.positions, [model.agent for model in self._models])

    def _samples(self, count: int) -> int:
        slower = _SLOWER if any(model.slow for model in self._models) else 1
        return max(4, count // (slower * self.haste))

    def story(self) -> Story:
        """The whole story."""
        points = self.points()
        last = self.recording.positions[-1]
        return Story(
            id=self.recording.id,
            seat=self.seat,
            names=list(self.recording.transcript.players),
            people=[not spec for spec in self.specs],
            models=[str(model.agent.name) for model in self._models],
            exact=[model.exact for model in self._models],
            score=last.score,
            max_score=last.setup.max_score,
            bombed=last.bombed,
            expected=self.curve(),
            points=[self.turning_point(point) for point in points],
            lesson=self.lesson(points),
            teams=self.teams(),
            samples=self._samples(FULL),
        )

    def curve(self) -> list[float]:
        """The expected final score before each turn and after the last, as the seat knew it."""
        samples = self._samples(CURVE)
        turns = range(len(self.recording.positions))
        return [
            round(float(self._judge.expected(turn, self.seat, samples).mean()), 2) for turn in turns
        ]

    def points(self) -> list[Judged]:
        """The turning points, in order of turns."""
        turns = range(self.recording.turns)
        sketched = [self._judge.turn(turn, self._samples(SKETCH)) for turn in turns]
        important = sorted(filter(None, sketched), key=lambda judged: -_sketch_weight(judged))
        judged = [
            self._judge.turn(sketch.turn, self._samples(FULL)) for sketch in important[:CANDIDATES]
        ]
        ranked = sorted(filter(None, judged), key=lambda point: (-point.weight, point.turn))
        kept = [point for point in ranked[:POINTS] if point.weight >= SMALLEST]
        return sorted(kept, key=lambda point: point.turn)

    def lesson(self, points: Sequence[Judged]) -> StoryLesson:
        """One thing to learn: the seat's own worst mistake first, then one of a partner."""
        blamed = sorted(
            (point for point in points if point.blamed),
            key=lambda point: (point.seat != self.seat, -point.gain.mean),
        )
        if not blamed:
            return StoryLesson("luck" if points else "clean", None, None, 0.0)
        worst = blamed[0]
        theme = theme_of(self.recording.positions[worst.turn], worst)
        return StoryLesson(theme, worst.turn, worst.seat, round(worst.gain.mean, 2))

    def teams(self) -> list[TeamScore]:
        """What copies of strong agents reach with the deck; agents that fail are left out."""
        start = self.recording.branched(0, [])
        players = start.transcript.setup.players
        scores = []
        for name in (name for name in advisers(players) if name not in _TOO_LONG):
            state = start.positions[0].copy()
            try:
                for move in start.played_on([thinker(name)] * players, _WHOLE_GAME):
                    state.apply(move)
            except TamayaError:
                continue
            scores.append(TeamScore(name, state.score, state.bombed))
        return scores

    def turning_point(self, judged: Judged) -> TurningPoint:
        """A judged turn as the page tells it."""
        state = self.recording.positions[judged.turn]
        return TurningPoint(
            turn=judged.turn,
            seat=judged.seat,
            move=str(judged.move),
            verdict=judged.verdict,
            theme=theme_of(state, judged),
            before=round(judged.before, 2),
            after=round(judged.after, 2),
            change=round(judged.change.mean, 2),
            error=round(judged.change.sem, 2),
            choice=round(judged.choice.mean, 2),
            luck=round(judged.luck, 2),
            best=str(judged.best),
            gain=round(judged.gain.mean, 2),
            gain_error=round(judged.gain.sem, 2),
            chance=_chance(state, judged),
            card=self._card(judged.turn),
            options=[TriedMove(str(move), round(value, 2)) for move, value in best_options(judged)],
            advice=self._advice(judged.turn),
        )

    def _card(self, turn: int) -> str:
        card = self.recording.positions[turn + 1].events[-1].card
        return "" if card is None else str(card)

    def _advice(self, turn: int) -> list[Advice]:
        """The moves of strong agents with the same view; agents that cannot play are left out."""
        answers = []
        for name in advisers(self.recording.transcript.setup.players):
            try:
                reply = self.recording.ask(turn, thinker(name))
            except TamayaError:
                continue
            answers.append(Advice(name, reply.move, reply.why))
        return answers


def _sketch_weight(judged: Judged) -> float:
    """How important a turn may be, from few imagined games; uncertain differences count too."""
    return max(abs(judged.change.mean), judged.gain.mean)


def _chance(state: State, judged: Judged) -> float | None:
    if judged.move.kind != "play" or judged.move.slot is None:
        return None
    return round(chance_of_play(state.view(judged.seat), judged.move.slot), 2)
