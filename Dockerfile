# docker build --tag africana .
# docker run --rm --publish 8000:8000 africana                                                     a game in the browser
# docker run --rm --read-only --tmpfs /games:mode=1777 africana evaluate africana_v0 greedy --against random
FROM python:3.13-slim
# The rules are compiled when the image is built, for any processor of its kind.
ENV NUMBA_CACHE_DIR=/opt/africana-cache NUMBA_CPU_NAME=generic
# The libraries come first: an edit of the source does not install them again.
COPY pyproject.toml constraints.txt /src/
RUN python -c "import tomllib; project = tomllib.load(open('/src/pyproject.toml', 'rb'))['project']; extras = project['optional-dependencies']; print(*project['dependencies'], *extras['play'], *extras['train'], sep='\n')" > /src/libraries.txt
RUN pip install --no-cache-dir --constraint /src/constraints.txt --extra-index-url https://download.pytorch.org/whl/cpu --requirement /src/libraries.txt
COPY . /src
RUN pip install --no-cache-dir --no-deps /src
RUN africana compile
# Records and runs are written here. The home is never written to.
RUN mkdir --mode 1777 /games
WORKDIR /games
USER 1000
EXPOSE 8000
ENTRYPOINT ["africana"]
CMD ["play", "africana_v0", "greedy", "--host", "0.0.0.0", "--port", "8000", "--no_browser"]
