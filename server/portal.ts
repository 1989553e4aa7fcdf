import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { resources } from "../shared/resources/index.ts";
import type { ClientEvents, ServerEvents } from "../shared/wire.ts";
import { makeApp } from "./app.ts";
import type { Env } from "./env.ts";
import { accountCalls } from "./features/accounts.ts";
import { auditCalls } from "./features/audit.ts";
import { authCalls } from "./features/auth.ts";
import { dashboard } from "./features/dashboard.ts";
import { reportCalls } from "./features/generate-report.ts";
import { importCalls } from "./features/import-plots.ts";
import { features } from "./features/index.ts";
import { paymentPlanCalls } from "./features/payment-plan.ts";
import { rolePermissionCalls } from "./features/role-permissions.ts";
import { PortalAccess } from "./ground/access.ts";
import { Dependents } from "./kernel/dependents.ts";
import type { Told } from "./kernel/feed.ts";
import { readHistory } from "./kernel/history.ts";
import { apiRouter } from "./kernel/http.ts";
import { Live, type News } from "./kernel/live.ts";
import type { Log } from "./kernel/log.ts";
import { openSockets, type Sockets } from "./kernel/sockets.ts";
import { Views } from "./kernel/views.ts";
import type { Office } from "./office.ts";

/** Longer than a proxy or a browser keeps an idle connection, so that none is closed under a request. */
const keepAliveMs = 65_000;

/** Requests under way may finish; after this they are cut off. */
const longestFarewellMs = 8_000;

interface PortalParts {
  office: Office;
  env: Pick<Env, "host" | "port" | "jwtSecret" | "dataDir" | "publicUrl">;
  society: Parameters<typeof authCalls>[0]["society"];
  webDir: string;
  log: Log;
  now: () => Date;
}

export interface Portal {
  url: string;
  stop: () => Promise<void>;
}

/** Opens the doors of an office: HTTP and sockets. */
export async function openPortal({ office, env, society, webDir, log, now }: PortalParts): Promise<Portal> {
  const { connection, store, mirror, totals, feed, books, presenters } = office;
  const access = new PortalAccess({ mirror, secret: env.jwtSecret, now });
  const figures = dashboard({ totals, mirror, store, feed, now });
  /** Known once the doors are open. */
  let url = "";
  const calls = [
    ...authCalls({ access, mirror, vault: books.vault, feed, now, society }),
    ...accountCalls({
      mirror,
      vault: books.vault,
      feed,
      log,
      now,
      society,
      dataDir: env.dataDir,
      address: () => env.publicUrl ?? url,
    }),
    ...figures.calls,
    ...reportCalls({ totals, mirror, store, feed, presenters }),
    ...paymentPlanCalls({ store, mirror, presenters }),
    ...rolePermissionCalls({ mirror, feed }),
    ...importCalls,
    ...auditCalls({ store, presenters }),
  ];
  const api = apiRouter({ books, feed, mirror, access, presenters, features, calls, log });
  const http = createServer(makeApp({ api, log, webDir, ready: () => feed.live }));
  http.keepAliveTimeout = keepAliveMs;
  const io: Sockets = new Server<ClientEvents, ServerEvents>(http, {
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
  });
  const onError = (err: unknown) => log.error({ err }, "telling failed");
  const live = new Live({
    io,
    resources,
    presenters,
    boards: [figures.board],
    restingCursor: () => feed.cursor,
    onError,
  });
  live.begin();
  const dependents = new Dependents({ resources: resources.filter(({ viewOf }) => !viewOf), store, mirror });
  const views = new Views(resources);
  const asNews = async (told: Told): Promise<News> => {
    const more = await dependents.of(told.changes);
    const resync = more.resync.flatMap((name) => [name, ...views.namesOf(name)]);
    return { ...told, changes: views.followed([...told.changes, ...more.changes]), resync };
  };
  const { reseat } = openSockets({
    io,
    access,
    live,
    log,
    now,
    readHistory: async (from) => Promise.all((await readHistory(connection, from)).map(asNews)),
  });
  office.follow(
    async (told) => {
      const news = await asNews(told);
      if (told.changes.some(({ resource }) => access.resources.includes(resource))) reseat();
      live.tell(news);
    },
    () => {
      reseat();
      live.startAnew();
    },
  );
  const port = await listen(http, env);
  url = `http://${env.host === "127.0.0.1" ? "localhost" : env.host}:${port}`;
  return {
    url,
    stop: async () => {
      const cut = setTimeout(() => http.closeAllConnections(), longestFarewellMs);
      await io.close();
      clearTimeout(cut);
      await office.close();
    },
  };
}

function listen(
  http: ReturnType<typeof createServer>,
  { host, port }: { host: string; port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once("error", (error) =>
      reject(isTaken(error) ? new Error(`Port ${port} is in use. Choose another with PORT.`) : error),
    );
    http.listen(port, host, () => {
      const address: AddressInfo | string | null = http.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function isTaken(error: Error): boolean {
  return "code" in error && error.code === "EADDRINUSE";
}
