import { rm } from "node:fs/promises";
import { afterAll, inject, onTestFinished } from "vitest";
import type { Transaction } from "../../server/commits/transaction.ts";
import { restoreBackup } from "../../server/database/backup/restore.ts";
import { writeBackup } from "../../server/database/backup/write.ts";
import type { Log } from "../../server/log.ts";
import { reconcile } from "../../server/services/reconciliation.ts";
import { resources } from "../../shared/resources/index.ts";
import { type User, users } from "../../shared/resources/users.ts";
import { createBuilders } from "./builders.ts";
import { Clock } from "./clock.ts";
import { getInitialData, type Username } from "./initial-data.ts";
import { type MailServer, readOutbox, startMailServer } from "./mail.ts";
import { Person, type PortalHandle } from "./person.ts";
import { acquireDatabase, createDatabase, releaseDatabase } from "./test-databases.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

export type Harness = Awaited<ReturnType<typeof startHarness>>;

interface HarnessOptions {
  /** Without a mail server mails are written as files. */
  smtpUrl?: string;
  log?: Log;
  trustedProxies?: readonly string[];
  /** A different MongoDB than that of the test run, or a proxy to it. */
  uri?: string;
}

/** Starts a portal on a fresh database for one test; it is stopped when the test ends. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await startHarness(options);
  onTestFinished(harness.stop, 60_000);
  return harness;
}

/** A portal connected to a test mail server. */
export async function openHarnessWithMailServer(): Promise<{ harness: Harness; smtp: MailServer }> {
  const smtp = await startMailServer();
  return { harness: await openHarness({ smtpUrl: smtp.url }), smtp };
}

/** Starts a portal for all tests of a file, after which it is stopped. Call it at the top level. */
export async function openSharedHarness(): Promise<Harness> {
  const harness = await startHarness({});
  afterAll(harness.stop);
  return harness;
}

/**
 * Starts a portal for the first test that calls the returned function, and shares it and the result of `setUp` with the
 * other tests of the file or `describe` block. For tests that do not affect each other, such as a table of refused
 * requests.
 */
export function shareHarness<Shared>(setUp: (harness: Harness) => Shared | Promise<Shared>): () => Promise<Shared> {
  let harness: Promise<Harness> | undefined;
  let shared: Promise<Shared> | undefined;
  afterAll(async () => (await harness)?.stop(), 60_000);
  return () => {
    harness ??= startHarness({});
    shared ??= harness.then(setUp);
    return shared;
  };
}

/**
 * Starts a portal on a fresh database; the caller stops it. Its users: an administrator, a manager, a clerk who may
 * update the schedule, two residents (ali and sana), a user who may only view the dashboard (dashboardReader), a user
 * without permissions (nobody) and an unauthenticated client (anonymous).
 */
export async function startHarness(options: HarnessOptions) {
  const clock = new Clock();
  const { contents, society, tokens } = await getInitialData();
  const uri = inject("mongoUri");
  const { name, hasIndexes } =
    options.uri === undefined ? await acquireDatabase(uri, contents) : await createDatabase(options.uri, contents);
  let minFreeBytes = 0;
  const database = { uri, name, clock, getMinFreeBytes: () => minFreeBytes, ...options };
  let server = await startTestServer({ ...database, hasIndexes });

  const portal: PortalHandle = {
    url: () => server.url,
    now: clock.now,
    renameUser: async (username, FullName) => changeUser(username, { FullName }),
    // Resolves without waiting during an outage, when the change stream is stale.
    waitForEvents: () =>
      server.core.changeStream.waitForOwnCommits(resources.map((resource) => resource.name)).catch(() => undefined),
  };
  const createPerson = (username: Username) => new Person({ username, portal, token: tokens[username] });
  const admin = createPerson("admin");
  const extraServers: TestServer[] = [];

  return {
    admin,
    manager: createPerson("manager"),
    clerk: createPerson("clerk"),
    ali: createPerson("ali"),
    sana: createPerson("sana"),
    dashboardReader: createPerson("dashboardReader"),
    nobody: createPerson("nobody"),
    anonymous: new Person({ portal }),
    society,
    clock,
    ...createBuilders({ admin, society }),
    /** Runs a transaction as the system, without the API. */
    transaction,
    changeUser,
    /** The mails in the outbox folder, where a portal without a mail server writes them. */
    readMails: () => readOutbox(server.dataDir),
    portal: {
      url: () => server.url,
      databaseName: name,
      /** Runs the jobs that are due by the clock. */
      runJobs: () => server.runJobs(),
      /** Stops the server, which closes all connections, and starts another on the same database. */
      restart: async () => {
        await server.stop();
        server = await startTestServer(database);
      },
      /**
       * Closes the database connection of the server without a shutdown and starts another server on the same database.
       */
      crash: async () => {
        extraServers.push(server);
        await server.core.close();
        server = await startTestServer(database);
      },
      /** Runs the backup and restore commands while the portal runs. */
      backup: (file: string) =>
        writeBackup({ connection: server.core.connection, file, now: clock.now(), portalVersion: "test" }),
      restore: (file: string) =>
        restoreBackup({ connection: server.core.connection, file, force: true, now: clock.now() }),
      /** Sets the free disk space that the portal requires, as a multiple of the free space; 0 requires none. */
      requireMultipleOfFreeSpace: async (times: number) => {
        const stats = await server.core.connection.db?.command({ dbStats: 1 });
        minFreeBytes = (Number(stats?.fsTotalSize) - Number(stats?.fsUsedSize)) * times;
      },
      /** The differences that `npm run check:totals` finds. */
      checkTotals: async () => (await reconcile(server.core.store)).differences,
      disconnectDatabase: () => server.core.connection.close(),
      /**
       * Simulates a crash between a transaction and its response: deletes the responses stored for idempotency keys,
       * keeps the writes.
       */
      dropStoredResponses: () =>
        server.core.connection.collection("answers").updateMany({}, { $unset: { answer: "" } }),
      /** Writes values into every document of a collection, without the portal's validation and without a commit. */
      writeBypassingServer: (collection: string, values: Readonly<Record<string, unknown>>) =>
        server.core.connection.collection(collection).updateMany({}, { $set: values }),
      /** Names of the collections that contain the text. */
      findCollectionsContaining: async (text: string): Promise<string[]> => {
        const names: string[] = [];
        for (const collection of (await server.core.connection.db?.collections()) ?? [])
          for await (const row of collection.find())
            if (JSON.stringify(row).includes(text)) names.push(collection.collectionName);
        return names;
      },
      /** The number of files in GridFS: attachments of expenses and slips of claims. */
      countFiles: () => server.core.connection.collection("files.files").countDocuments(),
      readIndexes: (collection: string) => server.core.connection.collection(collection).indexes(),
      /** Sends the mails that are due by the clock. */
      sendMails: () => server.sendMails(),
      /**
       * Starts another server on the same database; `person` signs in there. `transaction` runs a transaction as the
       * system, apart from others.
       */
      startAnotherServer: async (options: Pick<TestServerOptions, "secrets"> & { uri?: string } = {}) => {
        const server = await startTestServer({ ...database, ...options });
        extraServers.push(server);
        const handle = { ...portal, url: () => server.url };
        const { url, runJobs, sendMails } = server;
        return {
          ...{ url, runJobs, sendMails },
          person: (username?: Username) => new Person({ username, portal: handle }),
          transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
            server.core.createSystemContext("test").withoutGroupCommit().transaction(work),
        };
      },
    },
    stop: async () => {
      await Promise.all([server, ...extraServers].map((server) => server.stop()));
      if (database.uri === uri) await releaseDatabase(database, contents);
      await rm(server.dataDir, { recursive: true, force: true });
    },
  };

  function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return server.core.createSystemContext("test").transaction(work);
  }

  async function changeUser(
    Username: Username,
    patch: Partial<Pick<User, "FullName" | "Username" | "PlotIDs" | "IsActive" | "RoleID" | "IsFirstSignIn">>,
  ): Promise<void> {
    await transaction(async (tx) => {
      const user = await tx.findFirst(users, { Username });
      if (user) tx.update(users, user, patch);
    });
  }
}
