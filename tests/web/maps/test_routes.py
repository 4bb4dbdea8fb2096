"""Maps over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import tamaya as ty
from tests.web.pages import agent, begin, person, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("maps")
    run = folder / "runs" / "my run"
    run.mkdir(parents=True)
    pool = ty.pool("tamaya-1")
    ty.Pool("mine", pool.agents[:3], features=pool.features, grid=pool.grid).write(
        run / "pool.json"
    )
    with serving(folder, runs=(str(folder / "runs"),)) as client:
        yield client


def test_shipped_pools_and_runs_are_listed(client: TestClient) -> None:
    maps = {info["id"]: info for info in client.get("/api/maps").json()["maps"]}
    assert maps["tamaya-1"]["grid"] == [5, 5]
    assert maps["canaan2019-1"]["axes"] == ["communicativeness", "risk_aversion"]
    assert maps["my-run"]["taken"] == 3


def test_agents_of_a_run_can_be_played_with_and_tell_no_path(client: TestClient) -> None:
    map_data = client.get("/api/maps/my-run").json()
    name = map_data["cells"][0]["agent"]
    assert name == "elite:my-run#" + map_data["cells"][0]["id"]
    assert begin(client, person(), agent(name))["game"]
    detail = client.get(f"/api/maps/my-run/cells/{map_data['cells'][0]['id']}")
    assert "/" not in detail.json()["cell"]["agent"]


def test_sample_games_of_a_cell_open_as_replays(client: TestClient) -> None:
    detail = client.get("/api/maps/tamaya-1/cells/2,2").json()
    for sample in detail["samples"]:
        replay = client.get(f"/api/replays/{sample['replay']}").json()
        assert replay["score"] == sample["score"]
        assert replay["seats"][0]["agent"] == "elite:tamaya-1#2,2"
        assert replay["seats"][0]["name"] == "Niche 2,2 (tamaya-1)"


def test_layers_points_and_comparisons(client: TestClient) -> None:
    layer = client.get("/api/maps/tamaya-1/layer?partner=piers").json()
    assert layer["partner"] == "piers"
    assert len(layer["scores"]) == 22
    agents = client.get("/api/maps/tamaya-1/agents").json()["agents"]
    assert {"piers", "iggi", "tamaya"} <= {point["agent"] for point in agents}
    comparison = client.get("/api/maps/tamaya-1/compare?a=2,2&b=2,3").json()
    assert [detail["cell"]["id"] for detail in comparison["cells"]] == ["2,2", "2,3"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/maps/nowhere", 404),
        ("/api/maps/tamaya-1/cells/9,9", 404),
        ("/api/maps/tamaya-1/cells/..%2Fx", 404),
        ("/api/maps/tamaya-1/compare?a=2,2&b=x", 422),
        ("/api/maps/tamaya-1/layer?partner=nobody", 422),
    ],
)
def test_what_is_not_there_is_refused(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_folder_without_runs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ty.TamayaError, match="no runs in"), serving(tmp_path, runs=("nowhere",)):
        pass
