# One image for the coordinator, the rooms and the CLI (target `runtime`), and one that measures itself on virtual
# sound cards (target `demo`).
ARG SWIFT_VERSION=6.3

FROM docker.io/library/swift:${SWIFT_VERSION}-bookworm AS build
WORKDIR /usr/src/tutti
COPY dev/install-dependencies.sh dev/
RUN dev/install-dependencies.sh build && rm -rf /var/lib/apt/lists/*
COPY Package.swift ./
COPY Sources Sources
# The manifest names these targets too; the package manager wants to see their folders.
COPY Tests Tests
COPY Benchmarks Benchmarks
COPY dev/build.sh dev/tutti-room.order dev/
RUN dev/build.sh \
    && install -D -s -t /usr/src/image/bin .build/release/tutti-coordinator .build/release/tutti-room .build/release/tutti \
    && install -D -s -t /usr/src/image/demo/bin .build/release/tutti-skew \
    && install -D -t /usr/src/image/demo/lib .build/release/libVirtualCard.so

FROM docker.io/library/debian:bookworm-slim AS runtime
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        libasound2 libasound2-plugins libmpg123-0 libnng1 libopus0 libprotobuf-c1 libsoxr0 libsqlite3-0 libstdc++6 \
        ca-certificates libcurl4 libexpat1 libgdk-pixbuf-2.0-0 libpangocairo-1.0-0 libsonic0 libtag1v5 libuchardet0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 990 --groups audio --home-dir /var/lib/tutti --create-home tutti
COPY --from=build /usr/src/image/bin/ /usr/local/bin/
USER 990
ENV STATE_DIRECTORY=/var/lib/tutti
VOLUME /var/lib/tutti
# A coordinator by default; a room says in compose.yaml how its health is seen.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 CMD ["tutti", "status"]
CMD ["tutti-coordinator"]

FROM runtime AS demo
COPY --from=build /usr/src/image/demo/bin/ /usr/local/bin/
COPY --from=build /usr/src/image/demo/lib/ /usr/local/lib/tutti/
COPY Samples /usr/local/share/tutti/Samples
COPY dev/house.sh dev/demo.sh /usr/local/share/tutti/dev/
ENV TUTTI_BIN=/usr/local/bin TUTTI_CARD=/usr/local/lib/tutti/libVirtualCard.so
HEALTHCHECK NONE
CMD ["/usr/local/share/tutti/dev/demo.sh"]

# What `docker build .` makes.
FROM runtime
