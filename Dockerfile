# An image of the release: Node and the files that the product loads, nothing that builds. It needs a PostgreSQL
# (compose.yaml has one). Base images are arguments, for a mirror of your own.
ARG BUILD_IMAGE=node:20-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY examples/package.json examples/
COPY bench/package.json bench/
RUN npm ci
COPY . .
RUN npm run release \
 && mv "release/botplay-$(node -p 'require("./package.json").version')" /botplay \
 && cp "$(readlink -f "$(command -v node)")" /botplay-node

FROM ${RUN_IMAGE}
COPY --from=build /botplay-node /usr/local/bin/node
COPY --from=build /botplay /app
WORKDIR /app
# The root file system may be read-only: beside the database and its standard output the product writes to /tmp alone: sockets
# of its pages and at most 96 MiB of copies of logs (docs/relay.md).
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 BOTPLAY_DATA_DIR=/tmp/botplay PORT=3000
USER 10001:10001
EXPOSE 3000
# A start may apply migrations; the container is healthy as soon as one check succeeds.
HEALTHCHECK --interval=5s --timeout=3s --start-period=900s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "start.mjs"]
