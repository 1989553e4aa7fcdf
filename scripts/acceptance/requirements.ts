import {
  measureConcurrentSignIns,
  measurePasswordGuessing,
  measurePasswordResetLink,
  measureSignInsDuringGuessing,
  measureTokenExpiry,
} from "./accounts.ts";
import { measureConnectionLeaks } from "./connection-leaks.ts";
import { measureCrashRecovery } from "./crash-recovery.ts";
import { measureCrossServerFanOut, measureFanOut } from "./fan-out.ts";
import { measureHostileDocuments } from "./hostile-documents.ts";
import { measureHostileValues } from "./hostile-values.ts";
import { measureMalformedBodies } from "./malformed-bodies.ts";
import { measureConcurrentPayments, measureIdempotency, measureWholePaisa } from "./money.ts";
import { measureGracefulShutdown, measureLogs, measureWeakSecrets } from "./operations.ts";
import { type Requirement, runInSequence } from "./requirement.ts";
import { measureScheduleGeneration } from "./schedule-generation.ts";
import { measureScriptInjection } from "./script-injection.ts";

/** All requirements by number. */
export const requirements: readonly Requirement[] = [
  // Access and sessions
  {
    number: 1,
    title: "every call follows the permissions of the caller's role",
    target: "every route for every role, no exception",
    minTests: 27,
  },
  {
    number: 2,
    title: "residents see only their own rows",
    target: "the id of a foreign row gets the response of an unknown id",
    minTests: 14,
  },
  {
    number: 3,
    title: "undeclared fields are not stored and no secret leaves the portal",
    target: "in no response and no event",
    minTests: 14,
  },
  {
    number: 4,
    title: "live updates are equal to what a request returns",
    target: "field by field, for every role",
    minTests: 3,
  },
  {
    number: 5,
    title: "a revoked permission takes effect on open screens",
    target: "at once for requests, within 1 s for sockets, without a reload",
    minTests: 8,
  },
  {
    number: 6,
    title: "changes of a revoked page are not sent to a client that reconnects",
    target: "none",
    minTests: 4,
  },
  {
    number: 7,
    title: "nobody grants more than they hold, and one administrator always remains",
    target: "one of twenty concurrent removals is refused",
    minTests: 16,
  },
  {
    number: 8,
    title: "many concurrent sign-ins do not slow other users down",
    target:
      "argon2id of 19 MiB or more; 100 sign-ins: p95 of others at most 500 ms; 300 wrong tries of one address: p95 of sign-ins from others at most 200 ms",
    measure: runInSequence(measureConcurrentSignIns, measureSignInsDuringGuessing),
  },
  {
    number: 9,
    title: "guessing a password is stopped for the guesser only and reveals no account",
    target: "ten attempts for each account and address, then 429; known and unknown accounts at most 10 ms apart",
    measure: measurePasswordGuessing,
    minTests: 10,
  },
  {
    number: 10,
    title: "a password reset link works once and ends all sessions",
    target:
      "one of many concurrent uses; 128 bits of which only the hash is stored; sockets within 1 s, after a restart too",
    measure: measurePasswordResetLink,
    minTests: 12,
  },
  {
    number: 11,
    title: "forged and expired tokens are refused",
    target: "25 forgeries refused; no start with a secret below 32 bytes; sockets closed within 1 s of expiry",
    measure: runInSequence(measureWeakSecrets, measureTokenExpiry),
    minTests: 31,
  },
  // Input
  {
    number: 12,
    title: "the API conforms to its OpenAPI document",
    target: "no 5xx, nothing undocumented",
    minTests: 3,
  },
  {
    number: 13,
    title: "operators, prototypes, regex bombs and wrong types are refused everywhere",
    target: "no 5xx, each within 200 ms",
    measure: measureHostileValues,
    minTests: 32,
  },
  {
    number: 14,
    title: "malformed bodies and stalled clients do not affect other users",
    target: "413, 400 or closed; p95 of others at most 500 ms; frames of 64 kB, a limit of sockets per user",
    measure: measureMalformedBodies,
    minTests: 21,
  },
  {
    number: 15,
    title: "text is stored unchanged in every script and never interpreted",
    target: "one house number in any Unicode form; no formula, no second header",
    minTests: 27,
  },
  // Money
  {
    number: 16,
    title: "installments add up to their total",
    target: "to the paisa, for any total, count and dates, 10,000 cases; whole paisa in the database",
    measure: measureWholePaisa,
    minTests: 20,
  },
  {
    number: 17,
    title: "an idempotency key creates one row",
    target: "50 concurrent requests: one row and one response; another body with the key: 422",
    measure: measureIdempotency,
    minTests: 9,
  },
  {
    number: 18,
    title: "schedule, adjustments, receipts, statement, dashboard, report, ageing and live clients always agree",
    target: "to the paisa; 200 walks of 50 random steps of four users at two servers",
    minTests: 2,
    shortRunNote: "12 walks",
  },
  {
    number: 19,
    title: "a schedule is generated completely or not at all, and once",
    target: "twenty concurrent calls and a kill during one: none or all rows, no duplicates",
    measure: measureScheduleGeneration,
    minTests: 4,
  },
  {
    number: 20,
    title: "an installment is paid once and receipt numbers have no gaps",
    target: "50 concurrent receipts: 50 consecutive numbers; the second cashier learns who paid first",
    measure: measureConcurrentPayments,
    minTests: 4,
  },
  {
    number: 21,
    title: "every change records who, when, before and after",
    target: "in the transaction of the change",
    minTests: 21,
  },
  // Live
  {
    number: 22,
    title: "clients with unstable connections end with the current data",
    target: "30 clients, 20 writes a second for 5 min; complete 5 s after the last write, nothing applied twice",
    minTests: 1,
    shortRunNote: "8 s",
  },
  {
    number: 23,
    title: "a page opened during writes misses nothing and duplicates nothing",
    target: "50 writes a second, 500 times",
    minTests: 1,
    shortRunNote: "60 times",
  },
  {
    number: 24,
    title: "a write reaches 200 clients quickly",
    target: "p95 at most 250 ms, no errors, memory at most 400 MB",
    measure: measureFanOut,
  },
  {
    number: 25,
    title: "a client that stops reading is disconnected and does not affect others",
    target: "within 5 s of 1 MB unsent",
    minTests: 1,
  },
  {
    number: 26,
    title: "a database outage is reported, and everything missed arrives after it",
    target: "3, 9 and 60 s: not ready within 5 s, 503 instead of waiting, live updates 5 s after the database is back",
    minTests: 10,
    shortRunNote: "3 and 9 s",
  },
  {
    number: 27,
    title: "two servers act as one portal, and clients survive the loss of one",
    target: "p95 from one to the other at most 250 ms; complete on the other within 10 s",
    measure: measureCrossServerFanOut,
    minTests: 2,
  },
  // Operations
  {
    number: 28,
    title: "kill -9 of server and mongod during writes loses and duplicates nothing",
    target: "20 of each; each acknowledged write once, with its audit entry; ready at most 10 s after mongod listens",
    measure: measureCrashRecovery,
  },
  {
    number: 29,
    title: "mails are sent once, and failures are shown with the reason",
    target: "one copy, after a crash at most two with one Message-ID; five attempts",
    minTests: 8,
  },
  {
    number: 30,
    title: "a backup during writes restores to the same totals",
    target: "a damaged file is refused before anything is written",
    minTests: 13,
  },
  {
    number: 31,
    title: "SIGTERM lets requests finish, and connections leave nothing behind",
    target: "not ready at once, exit 0 within 10 s; heap and listeners stable over an hour of connections",
    measure: runInSequence(measureGracefulShutdown, measureConnectionLeaks),
  },
  {
    number: 32,
    title: "scripts in names never run",
    target: "on no screen, in no document or mail; own scripts only, nosniff, no frames, no caching",
    measure: measureScriptInjection,
    minTests: 1,
    needsClientBuild: true,
  },
  {
    number: 33,
    title: "logs are searchable and contain no secrets; a wrong setting stops the start",
    target: "JSON with request, user, status and time; one line",
    measure: measureLogs,
    minTests: 10,
  },
  // Protection against abuse
  {
    number: 34,
    title: "files in the data folder are written completely or not at all, and readable for their owner only",
    target:
      "temporary file, flush and rename; 0600 in a folder with 0700; a damaged file stops the start with one line",
    minTests: 13,
  },
  {
    number: 35,
    title: "strangers cannot have texts of their own mailed in the society's name",
    target: "a confirmation that quotes nothing, at most three a day; names without links; signing up can be closed",
    minTests: 21,
  },
  {
    number: 36,
    title: "deeply nested JSON is refused before any code traverses it",
    target: "400 on every route, with an idempotency key and without a token too",
    minTests: 2,
  },
  {
    number: 37,
    title: "documents of one user do not delay those of others",
    target:
      "20 waiting for each user, then 429; users take turns; access checked again before rendering; no document rendered twice",
    minTests: 4,
  },
  {
    number: 38,
    title: "a user has at most 20 sessions",
    target: "the session renewed longest ago ends; expired sessions are removed",
    minTests: 3,
  },
  {
    number: 39,
    title: "the portal's own MongoDB is closed to other users of the machine",
    target: "a socket in the closed folder, or a port with a password; in containers no network",
    minTests: 3,
  },
  {
    number: 40,
    title: "browsers and links use the portal's own address only",
    target: "live connections from its pages only; a normalized PUBLIC_URL; scripts and connections of its own host",
    minTests: 19,
  },
  {
    number: 41,
    title: "clients that reconnect share one bounded read of the history",
    target: "one read at a time; no commit read twice; recent cursors first",
    minTests: 5,
  },
  {
    number: 42,
    title: "the second factor protects sign-ins and permissions",
    target: "each code once, ten tries; required for a role at once; asked again after ten minutes",
    minTests: 16,
  },
  {
    number: 43,
    title: "a nearly full disk refuses writes only",
    target: "503 with a message; reads and sign-outs work; writing resumes by itself",
    minTests: 2,
  },
  {
    number: 44,
    title: "a wrong clock leaves nothing behind",
    target: "no session, link or limit from the future; no penalty twice; the difference is logged",
    minTests: 9,
  },
  {
    number: 45,
    title: "nothing dated in a locked month changes, and its report stays as it was",
    target: "409 for every route that writes; the same bytes a year later; a write and a lock exclude each other",
    minTests: 14,
  },
  {
    number: 46,
    title: "above the society's limits a second person decides",
    target: "nobody decides on their own request; stale requests change nothing; one of many decisions counts",
    minTests: 15,
  },
  {
    number: 47,
    title: "cash, cheques and accounts agree with receipts and expenses",
    target:
      "eight people, two servers, cut connections: no rupee lost, every cheque in one state, no change in a locked month",
    minTests: 2,
  },
  {
    number: 48,
    title: "the code of a paper shows any change of it",
    target:
      "every changed character, foreign and old keys refused; 60 checks per minute and address; hostile files and 1,000 random codes: p95 of others at most 500 ms",
    measure: measureHostileDocuments,
    minTests: 11,
  },
  {
    number: 49,
    title: "changes made directly in MongoDB are named",
    target: "each kind of change, by two servers and after a restore; random changes; no false alarm",
    minTests: 15,
  },
];
