"""A study behind Caddy with TLS, with its data in PostgreSQL, as docs/study.md describes it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.ports import reserved_ports
from tests.study.files import SMALL
from tests.truth import ROOT
from tests.web.process import SECONDS, TAMAYA

pytestmark = pytest.mark.slow
PAGE = (ROOT / "docs" / "study.md").read_text()
TOKEN = "a token of sixteen"


def block(kind: str, start: str) -> str:
    """A block of code in the documentation."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return next(str(text) for text in blocks if text.startswith(start))


@contextmanager
def program(command: list[str], folder: Path, **variables: str) -> Iterator[None]:
    """A program in the background, ended with the block."""
    with (folder / f"{Path(command[0]).name}.log").open("w") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=folder, env={**os.environ, **variables}
        )
        try:
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(SECONDS)


def caddy_file(proxy: int, server: int) -> str:
    """The documented file, for this machine and with a certificate of Caddy's own authority."""
    text = block("text", "study.example.org {")
    text = text.replace("study.example.org {", f"https://localhost:{proxy} {{\n    tls internal")
    options = "admin off\nauto_https disable_redirects\nskip_install_trust"
    return f"{{\n{options}\n}}\n" + text.replace("8788", str(server))


def trusting(address: str, root: Path) -> httpx.Client:
    """A client that trusts Caddy's authority alone, once the study can be reached."""
    deadline = time.monotonic() + 2 * SECONDS
    while time.monotonic() < deadline:
        try:
            trust = ssl.create_default_context(cafile=str(root))
            if httpx.get(f"{address}/api/study", verify=trust, timeout=SECONDS).status_code == 200:
                return httpx.Client(base_url=address, verify=trust, timeout=SECONDS)
        except (OSError, httpx.HTTPError):
            pass
        time.sleep(0.2)
    raise AssertionError("the study did not appear behind the proxy")


def ran(command: list[str], folder: Path, **variables: str) -> str:
    """What a command printed; it must succeed."""
    environment = {**os.environ, **variables}
    result = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_people_take_part_through_the_proxy(postgres: str, tmp_path: Path) -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("Caddy is not installed")
    with reserved_ports(2) as (proxy, server):
        (tmp_path / "Caddyfile").write_text(caddy_file(proxy, server))
        (tmp_path / "pilot.toml").write_text(SMALL)
        root = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        address = f"https://localhost:{proxy}"
        options = ["--port", str(server), "--name", "localhost", "--https", "--proxy"]
        serve = [TAMAYA, "study", "serve", "pilot.toml", *options]
        secrets = {"TAMAYA_SECRET": "a secret of sixteen", "TAMAYA_OPERATOR": TOKEN}
        database = {"TAMAYA_DATABASE": postgres}
        run = [caddy, "run", "--config", "Caddyfile", "--adapter", "caddyfile"]
        with (
            program(run, tmp_path, XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path)),
            program(serve, tmp_path, **secrets, **database),
            trusting(address, root) as client,
        ):
            check_cookie_and_origins(client, address)
            bots = [TAMAYA, "study", "simulate", "pilot.toml", "--people", "2", "--url", address]
            words = [*bots, "--drop-out", "0", "--json"]
            printed = ran(words, tmp_path, SSL_CERT_FILE=str(root))
            assert json.loads(printed)["bots"]["moves"] > 10
            view = client.get("/api/study/operator", headers={"Authorization": f"Bearer {TOKEN}"})
            assert sum(view.json()["states"].values()) == 3
        wrote = ran([TAMAYA, "study", "export", "pilot.toml"], tmp_path, **database)
        assert wrote.startswith("wrote export: 3 participants")


def check_cookie_and_origins(client: httpx.Client, address: str) -> None:
    """The cookie needs HTTPS, and only pages of this address may change anything."""
    foreign = {"Origin": "https://evil.example"}
    body = {"language": "en"}
    assert client.post("/api/study/arrive", json=body, headers=foreign).status_code == 403
    arrived = client.post("/api/study/arrive", json=body, headers={"Origin": address})
    assert arrived.status_code == 200
    cookie = arrived.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("secure", "httponly", "samesite=lax"))
    assert client.get("/api/study/state").status_code == 200
    unknown = client.get("/api/study", headers={"Host": "evil.example"})
    assert unknown.status_code != 200 or not unknown.content  # Caddy has no such site


def test_the_compose_file_names_services_that_know_each_other() -> None:
    yaml = pytest.importorskip("yaml")
    compose = yaml.safe_load(block("yaml", "services:"))
    services = compose["services"]
    assert set(services) == {"database", "study", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        for volume in service.get("volumes", []):
            name = volume.partition(":")[0]
            assert name.startswith("./") or name in compose["volumes"]
    assert "@database/" in services["study"]["environment"]["TAMAYA_DATABASE"]
    assert "--to study:8788" in services["proxy"]["command"]
    assert "wal_recycle=off" in services["database"]["command"]


def test_docker_compose_accepts_the_file(tmp_path: Path) -> None:
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("docker-compose is not installed")
    (tmp_path / "compose.yaml").write_text(block("yaml", "services:"))
    names = ("DATABASE_PASSWORD", "TAMAYA_SECRET", "TAMAYA_OPERATOR")
    variables = dict.fromkeys(names, "sixteen characters")
    printed = ran([program, "-f", "compose.yaml", "config"], tmp_path, **variables)
    assert "condition: service_healthy" in printed
