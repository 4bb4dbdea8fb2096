"""Texts that people write: notation, names of agents, positions, games, pools, settings."""

from __future__ import annotations

import json
import pickle
import pickletools
from collections.abc import Callable, Sequence

import tamaya as ty
from tamaya import hanab_live
from tamaya.humans import people_file
from tamaya.matchups import pool_file
from tamaya.position import position
from tamaya.qd.settings import EvolutionSettings
from tamaya.rules import Genome, RuleSpec
from tamaya.study import reading
from tamaya.study.templates import NAMES, template
from tests.fuzz.mutate import from_seeds
from tests.fuzz.target import Refused, Target, register

_MOST_MEMOS = 100_000
LONGEST = 60_000
"""letters of an input: parsers need not be fast with more"""

Parse = Callable[[str], object]


def text_target(
    name: str, promise: str, seeds: Sequence[str], parse: Parse, module: str = __name__
) -> None:
    """Registers a parser: whatever it accepts prints as text that it reads back as the same."""

    def run(data: bytes) -> None:
        text = data[:LONGEST].decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
        parsed = parse(text)
        again = parse(str(parsed)) if parsed is not None else None
        assert again == parsed, f"{parsed!r} printed and read again is {again!r}"

    def decoded(data: bytes) -> None:
        try:
            run(data)
        except UnicodeDecodeError:
            raise Refused from None

    encoded = [seed.encode() for seed in seeds]
    register(Target(name, promise, from_seeds(name, encoded), decoded, module=module))


def _notation(text: str) -> None:
    """All small notations, in turn: each must refuse or read back."""
    for kind in (ty.Card, ty.Move.parse, ty.Setup.parse, RuleSpec.parse, Genome.parse):
        try:
            parsed = kind(text)
        except ty.TamayaError:
            continue
        assert kind(str(parsed)) == parsed


text_target(
    "notation",
    "cards, moves, set-ups, rules and lists of rules read back what they print, or are refused",
    [
        "r1",
        "play 3",
        "hint +1 r",
        "hint +2 5",
        "standard players=3",
        "competition hints=4",
        "play_safe > hint_playable > discard_oldest",
        "play_probably(60)",
        "hint_unambiguous(playable=1, unplayable=-2)",
    ],
    _notation,
)


def _named(text: str) -> None:
    if ".py" in text or "limited" in text:  # these run programs: others see to them
        raise Refused
    ty.as_agent(text)


text_target(
    "agent names",
    "a name is an agent or is refused with near names",
    [
        "piers",
        "noisy(10, piers)",
        "elite:canaan2020-1#2,3",
        "predictor:piers|iggi,outer",
        "is_mcts?iterations=5,threads=1",
        "predictor(piers | iggi, outer, iterations=5)",
        "is_mcts(iterations=5, strict=yes)",
        "eger:full",
        "cyclone",
        "human:all?choice=likeliest",
        "play_safe > discard_oldest",
        "published:1,2,3",
        "mcs:noisy(5, iggi)?iterations=10",
        "learned:self-play",
        "noisy(5, learned:response(noise=5))",
        "learned:nothing.safetensors",
        "onnx:nothing.onnx",
        "meta:nothing.meta#published",
        "companion",
        "human:cluster1(choice=likeliest)",
        "cyclone:weights(nothing.toml)",
        "chromosome2019(7, 83, 104, 69, 29)",
        "eger:sample(outer, 20)",
    ],
    _named,
)

POSITION = """
fireworks r2 y0 g0 w0 b0   hints 4   lives 3   deck 20
alice  r3{r,3}  ??  ??  ??  ??
bob    y1  g2  w4  b1  b1
"""


def _position(text: str) -> None:
    state = position(text)
    for seat in range(state.setup.players):
        state.view(seat)


text_target("positions", "a position is set up as written, or refused", [POSITION], _position)

GAME = ty.play("piers", "iggi", seed=3).transcript
text_target(
    "transcripts",
    "a transcript replays to the score that it states, or is refused",
    [str(GAME), str(ty.play("legal_random", "legal_random", "piers", seed=1).transcript)],
    ty.Transcript.parse,
)


def _live(text: str) -> None:
    read = hanab_live.from_json if text.lstrip().startswith("{") else hanab_live.from_link
    transcript = read(text).transcript
    again = hanab_live.from_json(hanab_live.to_json(transcript)).transcript
    assert (again.deck, again.moves) == (transcript.deck, transcript.moves)
    json.dumps(transcript.players, ensure_ascii=False).encode()


text_target(
    "hanab.live",
    "a game of hanab.live is replayed and written back, or refused",
    [
        hanab_live.to_json(GAME),
        hanab_live.to_link(GAME),
        '{"players":["a","b"],"deck":[],'
        '"actions":[{"type":0,"target":1,"value":0}],"options":{"variant":"6 Suits"}}',
    ],
    _live,
)

SHIPPED = ty.pool("canaan2020-1")
SMALL_POOL = pool_file.text(ty.Pool("small", SHIPPED.elites[:3], SHIPPED.setup))


class _Pool:
    """A pool whose text is its file."""

    def __init__(self, text: str) -> None:
        self.pool = pool_file.parse(text, "fuzzed")

    def __str__(self) -> str:
        return pool_file.text(self.pool)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pool) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]


text_target(
    "pools",
    "a pool file that is read prints as the same file, or it is refused",
    [SMALL_POOL],
    _Pool,
)


class _Settings:
    def __init__(self, text: str) -> None:
        self.settings = EvolutionSettings.from_toml(text)

    def __str__(self) -> str:
        return self.settings.to_toml()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Settings) and self.settings == other.settings

    __hash__ = None  # type: ignore[assignment]


text_target(
    "settings",
    "settings of evolution are of the right kind and range, or refused",
    [
        EvolutionSettings().to_toml(),
        EvolutionSettings(cells="cvt", grid=(50,), seeds_from=("piers",)).to_toml(),
    ],
    _Settings,
)


def _people(text: str) -> None:
    if not people_file.is_ours(text):
        raise Refused
    people_file.parse(text, "fuzzed")


LINE = json.dumps(
    {
        "id": "1",
        "source": "x",
        "people": ["ann", None],
        "in_step": True,
        "deal": "",
        "first": True,
        "survey": {},
        "transcript": str(GAME),
    }
)
text_target(
    "games of people",
    "bad lines are named and skipped; the others are read",
    ['{"format": "tamaya people 1", "games": 2}\n' + LINE + "\n" + LINE + "\n"],
    _people,
)


PICKLED = (
    ty.State.deal(seed=1),
    GAME.replay(),
    GAME.replay().view(0),
    GAME.moves[0],
    GAME.deck[0],
    ty.Setup.standard(3),
    GAME.replay().events[-1],
)


def _wants_a_huge_memo(data: bytes) -> bool:
    """Would Python's own unpickler take gigabytes, before it has read any object of ours?"""
    try:
        for opcode, argument, _ in pickletools.genops(data):
            if opcode.name in {"PUT", "LONG_BINPUT"} and int(str(argument)) > _MOST_MEMOS:
                return True
    except Exception:  # damage that the unpickler will find too
        return False
    return False


def _unpickle(data: bytes) -> None:
    if any(word in data for word in (b"os\n", b"system", b"builtins", b"subprocess", b"posix")):
        raise Refused  # a pickle is a program; only damage is tried here
    if _wants_a_huge_memo(data):
        raise Refused
    try:
        unpickled = pickle.loads(data)
    except (ty.TamayaError, MemoryError):
        raise Refused from None
    except Exception as error:  # what the pickle module itself finds
        raise Refused from error
    try:
        if isinstance(unpickled, ty.State):
            unpickled.legal_moves()
        str(unpickled)
    except TypeError as error:
        if "incompatible function arguments" not in str(error):
            raise
        raise Refused from None  # nanobind refuses objects that a pickle leaves without a value


register(
    Target(
        "pickles",
        "damaged pickles of positions are refused; none crashes",
        from_seeds("pickles", [pickle.dumps(value) for value in PICKLED]),
        _unpickle,
    )
)


def _study(data: bytes) -> None:
    """A study file is read or refused; what is read has the same digest when it is read again."""
    study = reading.parse(data[:LONGEST])
    assert reading.digest(study) == reading.digest(reading.parse(data[:LONGEST]))


register(
    Target(
        "study",
        "study files are read or refused with every problem named",
        from_seeds("study", [template(name).encode() for name in NAMES]),
        _study,
        module=__name__,
    )
)
