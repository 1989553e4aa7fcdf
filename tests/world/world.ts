import { rm } from "node:fs/promises";
import { afterAll, inject, onTestFinished } from "vitest";
import { restoreBackup } from "../../server/backup/restore.ts";
import { writeBackup } from "../../server/backup/write.ts";
import type { Log } from "../../server/kernel/log.ts";
import type { Transaction } from "../../server/kernel/transaction.ts";
import { users } from "../../shared/resources/users.ts";
import { beginning } from "./beginning.ts";
import { makeBuilders } from "./builders.ts";
import { Clock } from "./clock.ts";
import { giveBack, newDatabase, takeDatabase } from "./databases.ts";
import { readMails } from "./mails.ts";
import type { Username } from "./people.ts";
import { type Door, Person } from "./person.ts";
import { openServer, type Running, type ServerParts } from "./running.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;

interface Settings {
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
export async function world(settings: Settings = {}): Promise<World> {
  const opened = await openWorld(settings);
  onTestFinished(opened.stop, 60_000);
  return opened;
}

/** The same for all tests of a file; to be opened outside of them. */
export async function sharedWorld(): Promise<World> {
  const opened = await openWorld({});
  afterAll(opened.stop);
  return opened;
}

/** The people: an administrator, a manager, a clerk who ticks the schedule, two residents, a display of the dashboard, somebody without rights and a passer-by. */
async function openWorld(settings: Settings) {
  const clock = new Clock();
  const { contents, society } = await beginning();
  const uri = inject("mongoUri");
  const name =
    settings.uri === undefined ? await takeDatabase(uri, contents) : await newDatabase(settings.uri, contents);
  let least = 0;
  const database = { uri, name, clock, least: () => least, ...settings };
  let running = await openServer(database);

  const door: Door = {
    url: () => running.url,
    now: clock.now,
    rename: async (username, FullName) => changeUser(username, { FullName }),
  };
  const person = (username?: Username) => new Person({ username, door });
  const admin = person("admin");
  const others: Running[] = [];

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
    atWork,
    changeUser,
    /** What the portal has mailed so far. */
    mails: () => readMails(running.dataDir),
    portal: {
      url: () => running.url,
      /** The name of its database. */
      database: name,
      /** Resolves when the work of the clock's day has been done. */
      runJobs: () => running.runJobs(),
      /** A new server on the same database; whoever was connected is not any more. */
      restart: async () => {
        await running.stop();
        running = await openServer(database);
      },
      /** The server dies without a word, whatever it was doing; a new one on the same database takes its place. */
      crash: async () => {
        others.push(running);
        await running.office.close();
        running = await openServer(database);
      },
      /** Copies everything into this file, and back, as the portal's commands do beside a running portal. */
      backup: (file: string) =>
        writeBackup({ connection: running.office.connection, file, now: clock.now(), portal: "of a test" }),
      restore: (file: string) =>
        restoreBackup({ connection: running.office.connection, file, force: true, now: clock.now() }),
      /** From now on the portal needs so many times the room that is free on the disk; 0 makes room again. */
      needRoom: async (times: number) => {
        const told = await running.office.connection.db?.command({ dbStats: 1 });
        least = (Number(told?.fsTotalSize) - Number(told?.fsUsedSize)) * times;
      },
      /** The database cannot be reached any more. */
      loseDatabase: () => running.office.connection.close(),
      /** As after a fall between a transaction and its answer: what was written stays, no answer was kept. */
      loseAnswers: () => running.office.connection.collection("answers").updateMany({}, { $unset: { answer: "" } }),
      /** Somebody has written nonsense into the database, past the portal. */
      spoil: (collection: string, nonsense: Readonly<Record<string, unknown>>) =>
        running.office.connection.collection(collection).updateMany({}, { $set: nonsense }),
      /** The collections in which this text stands somewhere. */
      whereStands: async (text: string): Promise<string[]> => {
        const found: string[] = [];
        for (const collection of (await running.office.connection.db?.collections()) ?? [])
          for await (const row of collection.find())
            if (JSON.stringify(row).includes(text)) found.push(collection.collectionName);
        return found;
      },
      /** Sends the mails that are due by the clock, as the portal does by itself sooner or later. */
      sendMails: () => running.sendMails(),
      /** Another server on the same database, and everybody's way into it. */
      another: async (settings: Pick<ServerParts, "secrets"> & { uri?: string } = {}) => {
        const second = await openServer({ ...database, ...settings });
        others.push(second);
        const way = { ...door, url: () => second.url };
        const { url, runJobs, sendMails } = second;
        return { url, person: (username: Username) => new Person({ username, door: way }), runJobs, sendMails };
      },
    },
    stop: async () => {
      await Promise.all([running, ...others].map((server) => server.stop()));
      if (database.uri === uri) await giveBack(database, contents);
      await rm(running.dataDir, { recursive: true, force: true });
    },
  };

  function atWork<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return running.office.atWork("a test").transaction(work);
  }

  /** Rewrites parts of somebody's account. */
  async function changeUser(
    Username: Username,
    patch: { FullName?: string; PlotIDs?: number[]; IsActive?: boolean; RoleID?: number; IsFirstSignIn?: boolean },
  ): Promise<void> {
    await atWork(async (tx) => {
      const user = await tx.first(users, { Username });
      if (user) tx.update(users, user, patch);
    });
  }
}
