# The web server of Tamaya, built from this checkout:
#   docker build -t tamaya .
#   docker run -p 8787:8787 -v tamaya:/data -e TAMAYA_SECRET=... tamaya
# Arguments after the image replace the command, like `tamaya study serve /data/pilot.toml`.
FROM python:3.13-slim AS build
RUN apt-get update -q && apt-get install -qy --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY cpp cpp
COPY src src
RUN python -m venv /opt/tamaya && /opt/tamaya/bin/pip install --no-cache-dir '.[postgres,study]'

FROM python:3.13-slim
COPY --from=build /opt/tamaya /opt/tamaya
ENV PATH=/opt/tamaya/bin:$PATH TAMAYA_DATABASE=sqlite:////data/games.db
RUN useradd --create-home --home-dir /data tamaya
USER tamaya
WORKDIR /data
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGINT
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8787/')"]
CMD ["tamaya", "serve", "--host", "0.0.0.0"]
