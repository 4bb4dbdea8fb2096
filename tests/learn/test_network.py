from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tamaya.files import sealed
from tamaya.game import TamayaError
from tamaya.learn.config import Config
from tamaya.learn.export import read_network, write_network
from tamaya.learn.network import Network, Shape
from tamaya.networks.weights_file import WeightsFile

CONFIG = Config(hidden=(16, 8), normalized=1, memory="game", memory_size=4, precision="float32")


def network(inputs: int = 6, actions: int = 3) -> Network:
    torch.manual_seed(1)
    highest = np.array([1, 1, 255, 1, 8, 0], np.uint8)[:inputs]
    return Network(Shape.of(CONFIG, inputs, actions), highest)


def run(net: Network, memory: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    observations = torch.randint(0, 2, (5, 2, 6), generator=torch.Generator().manual_seed(3))
    slot = torch.tensor([[0, 1], [1, 0], [0, 1], [1, 0], [0, 1]])
    reset = torch.zeros(5, 2, dtype=torch.uint8)
    reset[2, 0] = 1
    return net.unroll(observations.to(torch.uint8), memory, slot, reset)


def test_memory_belongs_to_a_seat_and_ends_where_it_is_reset() -> None:
    """Unrolling all turns equals keeping one GRU state for each seat by hand."""
    net = network()
    start = torch.rand(2, 2, 4)
    logits, value, after = run(net, start)
    observations = torch.randint(0, 2, (5, 2, 6), generator=torch.Generator().manual_seed(3))
    for game in range(2):
        seats = [start[game, 0], start[game, 1]]
        for turn in range(5):
            seat = (turn + game) % 2
            features = net.features(observations[turn, game].to(torch.uint8)[None])
            seats[seat] = net.memory_cell(features, seats[seat][None])[0]
            outputs = net.heads(torch.cat((features[0], seats[seat])))
            torch.testing.assert_close(logits[turn, game], outputs[0])
            torch.testing.assert_close(value[turn, game], outputs[1])
            if turn == 2 and game == 0:
                seats = [torch.zeros(4), torch.zeros(4)]
        torch.testing.assert_close(after[game], torch.stack(seats))


def test_bytes_are_divided_by_their_highest_value() -> None:
    net = network()
    low = torch.tensor([[0, 0, 51, 0, 2, 0]], dtype=torch.uint8)
    first = net.layers[0]
    x = torch.tensor([[0, 0, 0.2, 0, 0.25, 0]])
    torch.testing.assert_close(net.features(low), net.layers[1](first(x)))


def test_exported_weights_take_raw_bytes_and_give_the_same_moves(tmp_path: Path) -> None:
    net = network()
    path = tmp_path / "network.safetensors"
    write_network(path, net, CONFIG, {"scores": "none yet"})
    again, config, card = read_network(str(path))
    assert config == CONFIG
    assert card["scores"] == "none yet"
    observations = torch.randint(0, 256, (7, 6), dtype=torch.uint8)
    torch.testing.assert_close(again.features(observations), net.features(observations))


def test_other_programs_can_read_the_weights(tmp_path: Path) -> None:
    safetensors = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "network.safetensors"
    write_network(path, network(), CONFIG, {})
    theirs = safetensors.load_file(path)
    for name, values in WeightsFile.read(path).tensors.items():
        np.testing.assert_array_equal(theirs[name], values)


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "network.safetensors"
    write_network(path, network(), CONFIG, {})
    intact = path.read_bytes()
    for content, message in (
        (intact[:-10], "is damaged"),
        (b"", "cannot read weights"),
        (b"\xff" * 64, "longer than the file"),
    ):
        path.write_bytes(content)
        with pytest.raises(TamayaError, match=message):
            read_network(path)
    with pytest.raises(TamayaError, match="cannot read weights"):
        read_network(tmp_path / "none")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (b"tamaya network 1", b"tamaya network 9", "tamaya network 9"),
        (b'"actions":"3"', b'"actions":"4"', "do not fit"),
    ],
)
def test_a_whole_file_with_a_wrong_description_is_refused(
    tmp_path: Path, before: bytes, after: bytes, message: str
) -> None:
    path = tmp_path / "network.safetensors"
    write_network(path, network(), CONFIG, {})
    path.write_bytes(_sealed_again(path.read_bytes().replace(before, after)))
    with pytest.raises(TamayaError, match=message):
        read_network(path)


def test_weights_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "network.safetensors"
    write_network(path, network(), CONFIG, {})
    path.write_bytes(_sealed_again(path.read_bytes()[:-4] + b"\x00\x00\xc0\x7f"))
    with pytest.raises(TamayaError, match="not finite"):
        read_network(path)


def _sealed_again(content: bytes) -> bytes:
    """The content with the checksum that a program which wrote it would have filled in."""
    start = content.rindex(b"tamaya-sha256:") + len(b"tamaya-sha256:")
    return sealed(content[:start] + b"0" * 64 + content[start + 64 :])
