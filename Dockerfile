FROM python:3.11.14-slim-bookworm AS build
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /src
COPY pyproject.toml uv.lock README.md hatch_build.py ./
COPY app app
COPY migrations migrations
COPY clients/openapi.json clients/openapi.json
COPY docs/first-client.md docs/first-client.md
ENV UV_PROJECT_ENVIRONMENT=/opt/umpire
RUN uv sync --locked --no-dev --no-editable --compile-bytecode

FROM python:3.11.14-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /data umpire && install -d -o umpire /books
COPY --from=build /opt/umpire /opt/umpire
ENV PATH=/opt/umpire/bin:$PATH PYTHONPATH=/books PYTHONUNBUFFERED=1
USER umpire
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["umpire", "serve", "--host", "0.0.0.0"]
