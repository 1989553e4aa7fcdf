# The portal without MongoDB, which runs in another container. See docs/operations.md.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM packages AS build
COPY tsconfig.json vite.config.ts ./
COPY shared shared
COPY server server
COPY web web
COPY docs/guide docs/guide
COPY scripts scripts
RUN npm run build

# Packages that only the build needs; they are more than half of all.
FROM packages AS server
RUN npm uninstall --omit=dev @fontsource-variable/source-sans-3 @fontsource/noto-naskh-arabic @hookform/resolvers \
  @tanstack/react-virtual @vitejs/plugin-react cmdk downshift echarts echarts-for-react jotai lucide-react qr radix-ui \
  react react-day-picker react-dom react-hook-form react-router-dom socket.io-client sonner styled-components tsx vite xlsx

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /portal
RUN mkdir /data && chown node:node /data
COPY --from=server /portal/node_modules node_modules
COPY --from=server /portal/package.json ./
COPY scripts/preflight.cjs scripts/preflight.cjs
COPY scripts/lib/build-stamp.cjs scripts/lib/build-stamp.cjs
COPY --from=build /portal/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/start.js"]
