import { rm } from "node:fs/promises";
import { afterAll, inject, onTestFinished } from "vitest";
import type { Transaction } from "../../server/commits/transaction.ts";
import { restoreBackup } from "../../server/database/backup/restore.ts";
import { writeBackup } from "../../server/database/backup/write.ts";
import type { Log } from "../../server/log.ts";
import { users } from "../../shared/resources/users.ts";
import { makeBuilders } from "./builders.ts";
import { Clock } from "./clock.ts";
import { getInitialData, type Username } from "./initial-data.ts";
import { readOutbox } from "./mail.ts";
import { Person, type PortalHandle } from "./person.ts";
import { acquireDatabase, createDatabase, releaseDatabase } from "./test-databases.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

export type Harness = Awaited<ReturnType<typeof startHarness>>;

interface HarnessOptions {
  /** The mail server; without one mails become files. */
  smtpUrl?: string;
  /** Where the portal writes its log. */
  log?: Log;
  /** Proxies whose word counts. */
  trustedProxies?: readonly string[];
  /** A MongoDB of the test's own, or another way to the one of all tests. */
  uri?: string;
}

/** A portal of its own for one test, on a fresh database; gone when the test ends. */
export async function openHarness(settings: HarnessOptions = {}): Promise<Harness> {
  const opened = await startHarness(settings);
  onTestFinished(opened.stop, 60_000);
  return opened;
}

/** The same for all tests of a file; to be opened outside of them. */
export async function openSharedHarness(): Promise<Harness> {
  const opened = await startHarness({});
  afterAll(opened.stop);
  return opened;
}

/** The people: an administrator, a manager, a clerk who ticks the schedule, two residents, a display of the dashboard, somebody without rights and a passer-by. */
async function startHarness(settings: HarnessOptions) {
  const clock = new Clock();
  const { contents, society } = await getInitialData();
  const uri = inject("mongoUri");
  const name =
    settings.uri === undefined ? await acquireDatabase(uri, contents) : await createDatabase(settings.uri, contents);
  let minFreeBytes = 0;
  const database = { uri, name, clock, minFreeBytes: () => minFreeBytes, ...settings };
  let running = await startTestServer(database);

  const portal: PortalHandle = {
    url: () => running.url,
    now: clock.now,
    rename: async (username, FullName) => changeUser(username, { FullName }),
  };
  const person = (username?: Username) => new Person({ username, portal });
  const admin = person("admin");
  const others: TestServer[] = [];

  return {
    admin,
    manager: person("manager"),
    clerk: person("clerk"),
    ali: person("ali"),
    sana: person("sana"),
    board: person("board"),
    nobody: person("nobody"),
    anonymous: person(),
    society,
    clock,
    ...makeBuilders({ admin, society }),
    /** Writes as the portal's own scripts do, without any door. */
    transaction,
    changeUser,
    /** What the portal has mailed so far. */
    readMails: () => readOutbox(running.dataDir),
    portal: {
      url: () => running.url,
      /** The name of its database. */
      databaseName: name,
      /** Resolves when the work of the clock's day has been done. */
      runJobs: () => running.runJobs(),
      /** A new server on the same database; whoever was connected is not any more. */
      restart: async () => {
        await running.stop();
        running = await startTestServer(database);
      },
      /** The server dies without a word, whatever it was doing; a new one on the same database takes its place. */
      crash: async () => {
        others.push(running);
        await running.core.close();
        running = await startTestServer(database);
      },
      /** Copies everything into this file, and back, as the portal's commands do beside a running portal. */
      backup: (file: string) =>
        writeBackup({ connection: running.core.connection, file, now: clock.now(), portal: "of a test" }),
      restore: (file: string) =>
        restoreBackup({ connection: running.core.connection, file, force: true, now: clock.now() }),
      /** From now on the portal needs so many times the room that is free on the disk; 0 makes room again. */
      requireFreeSpace: async (times: number) => {
        const told = await running.core.connection.db?.command({ dbStats: 1 });
        minFreeBytes = (Number(told?.fsTotalSize) - Number(told?.fsUsedSize)) * times;
      },
      /** The database cannot be reached any more. */
      disconnectDatabase: () => running.core.connection.close(),
      /** As after a fall between a transaction and its answer: what was written stays, no answer was kept. */
      dropStoredAnswers: () => running.core.connection.collection("answers").updateMany({}, { $unset: { answer: "" } }),
      /** Somebody has written nonsense into the database, past the portal. */
      corrupt: (collection: string, nonsense: Readonly<Record<string, unknown>>) =>
        running.core.connection.collection(collection).updateMany({}, { $set: nonsense }),
      /** The collections in which this text stands somewhere. */
      findCollectionsContaining: async (text: string): Promise<string[]> => {
        const found: string[] = [];
        for (const collection of (await running.core.connection.db?.collections()) ?? [])
          for await (const row of collection.find())
            if (JSON.stringify(row).includes(text)) found.push(collection.collectionName);
        return found;
      },
      readIndexes: (collection: string) => running.core.connection.collection(collection).indexes(),
      /** Sends the mails that are due by the clock, as the portal does by itself sooner or later. */
      sendMails: () => running.sendMails(),
      /** Another server on the same database, and everybody's way into it. */
      startAnotherServer: async (settings: Pick<TestServerOptions, "secrets"> & { uri?: string } = {}) => {
        const second = await startTestServer({ ...database, ...settings });
        others.push(second);
        const way = { ...portal, url: () => second.url };
        const { url, runJobs, sendMails } = second;
        return { url, person: (username?: Username) => new Person({ username, portal: way }), runJobs, sendMails };
      },
    },
    stop: async () => {
      await Promise.all([running, ...others].map((server) => server.stop()));
      if (database.uri === uri) await releaseDatabase(database, contents);
      await rm(running.dataDir, { recursive: true, force: true });
    },
  };

  function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return running.core.systemContext("a test").transaction(work);
  }

  /** Rewrites parts of somebody's account. */
  async function changeUser(
    Username: Username,
    patch: { FullName?: string; PlotIDs?: number[]; IsActive?: boolean; RoleID?: number; IsFirstSignIn?: boolean },
  ): Promise<void> {
    await transaction(async (tx) => {
      const user = await tx.findFirst(users, { Username });
      if (user) tx.update(users, user, patch);
    });
  }
}
