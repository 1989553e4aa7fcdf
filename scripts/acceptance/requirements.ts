import {
  checkConcurrentSignIns,
  checkPasswordGuessing,
  checkPasswordResetLink,
  checkSignInsDuringGuessing,
  checkTokenExpiry,
} from "./accounts.ts";
import { checkConnectionLeaks } from "./connection-leaks.ts";
import { checkCrashRecovery } from "./crash-recovery.ts";
import { checkCrossServerFanOut, checkFanOut } from "./fan-out.ts";
import { checkHostileDocuments } from "./hostile-documents.ts";
import { checkHostileValues } from "./hostile-values.ts";
import { checkMalformedBodies } from "./malformed-bodies.ts";
import { checkConcurrentPayments, checkIdempotency, checkWholePaisa } from "./money.ts";
import { checkGracefulShutdown, checkLogs, checkWeakSecrets } from "./operations.ts";
import { type Requirement, runInSequence } from "./requirement.ts";
import { checkScheduleGeneration } from "./schedule-generation.ts";
import { checkScriptInjection } from "./script-injection.ts";

/** All requirements, in the order of their numbers. */
export const requirements: readonly Requirement[] = [
  // Access and sessions
  {
    number: 1,
    title: "every call follows the permissions of the caller's role",
    target: "each role can call exactly the routes that its permissions allow",
    minTests: 27,
  },
  {
    number: 2,
    title: "residents see only their own rows",
    target: "a request for the row of another house gets the same response as one for an id that does not exist",
    minTests: 14,
  },
  {
    number: 3,
    title: "undeclared fields are not stored and no secret leaves the portal",
    target: "no response and no event contains an undeclared field or a secret",
    minTests: 14,
  },
  {
    number: 4,
    title: "live updates are equal to the response of a new request",
    target: "all fields are equal, for every role",
    minTests: 3,
  },
  {
    number: 5,
    title: "a revoked permission takes effect on open screens",
    target: "requests are refused immediately; sockets stop receiving within 1 s; the page is not reloaded",
    minTests: 8,
  },
  {
    number: 6,
    title: "changes of a revoked page are not sent to a client that reconnects",
    target: "no change is sent",
    minTests: 4,
  },
  {
    number: 7,
    title: "nobody grants more permissions than they have, and one administrator always remains",
    target: "twenty concurrent requests that together would remove the last administrator do not all succeed",
    minTests: 16,
  },
  {
    number: 8,
    title: "many concurrent sign-ins do not slow other users down",
    target:
      "argon2id uses at least 19 MiB; during 100 sign-ins: p95 of other users' requests at most 500 ms; during 300 wrong passwords from one address: p95 of sign-ins from other addresses at most 200 ms",
    check: runInSequence(checkConcurrentSignIns, checkSignInsDuringGuessing),
    minTests: 2,
  },
  {
    number: 9,
    title: "guessing a password is stopped for the guesser only and reveals no account",
    target:
      "429 after ten attempts per account and address; response times for existing and missing accounts differ by at most 10 ms",
    check: checkPasswordGuessing,
    minTests: 10,
  },
  {
    number: 10,
    title: "a password reset link works once and ends all sessions",
    target:
      "of many concurrent uses exactly one succeeds; the token has 128 bits and only its hash is stored; open sockets are closed within 1 s, also after a restart",
    check: checkPasswordResetLink,
    minTests: 12,
  },
  {
    number: 11,
    title: "forged and expired tokens are refused",
    target:
      "25 kinds of forged tokens are refused; the portal does not start with a secret below 32 bytes; sockets are closed within 1 s of expiry",
    check: runInSequence(checkWeakSecrets, checkTokenExpiry),
    minTests: 31,
  },
  // Input
  {
    number: 12,
    title: "the API conforms to its OpenAPI document",
    target: "no response has a status of 5xx or is undocumented",
    minTests: 3,
  },
  {
    number: 13,
    title: "NoSQL operator injection, prototype pollution, ReDoS patterns and wrong types are refused everywhere",
    target: "no response has a status of 5xx; each arrives within 200 ms",
    check: checkHostileValues,
    minTests: 32,
  },
  {
    number: 14,
    title: "malformed bodies and stalled clients do not affect other users",
    target:
      "answered with 413 or 400, or the connection is closed; p95 of other users' requests at most 500 ms; frames have at most 64 kB; the sockets per user are limited",
    check: checkMalformedBodies,
    minTests: 21,
  },
  {
    number: 15,
    title: "text is stored unchanged in every script and never interpreted",
    target:
      "all Unicode forms of a house number count as the same; no formula injection in spreadsheets, no header injection in mails",
    minTests: 27,
  },
  // Money
  {
    number: 16,
    title: "installments add up to their total",
    target: "exact to the paisa for 10,000 random totals, counts and dates; the database has only whole paisa",
    check: checkWholePaisa,
    minTests: 20,
  },
  {
    number: 17,
    title: "an idempotency key creates one row",
    target: "50 concurrent requests create one row and get the same response; the key with another body gets 422",
    check: checkIdempotency,
    minTests: 9,
  },
  {
    number: 18,
    title: "schedule, adjustments, receipts, statement, dashboard, report, ageing and live clients always agree",
    target: "exact to the paisa after 200 random sequences of 50 operations by four users on two servers",
    minTests: 2,
    shortRunNote: "12 sequences",
  },
  {
    number: 19,
    title: "a schedule is generated once, and completely or not at all",
    target:
      "twenty concurrent calls create each row once; after a kill during a call, either no rows or all rows exist",
    check: checkScheduleGeneration,
    minTests: 4,
  },
  {
    number: 20,
    title: "an installment is paid once and receipt numbers have no gaps",
    target:
      "50 concurrent receipts get 50 consecutive numbers; the cashier whose receipt comes second is told which one was first",
    check: checkConcurrentPayments,
    minTests: 4,
  },
  {
    number: 21,
    title: "the audit records who made each change and when, with the values before and after it",
    target: "the audit entry is written in the transaction of the change",
    minTests: 21,
  },
  // Live
  {
    number: 22,
    title: "clients with unstable connections end with the current data",
    target:
      "30 clients, 20 writes per second for 5 min: all data has arrived 5 s after the last write, and no change is applied twice",
    minTests: 1,
    shortRunNote: "8 s of writes",
  },
  {
    number: 23,
    title: "a page opened during writes misses nothing and duplicates nothing",
    target: "500 pages are opened while there are 50 writes per second",
    minTests: 1,
    shortRunNote: "60 pages",
  },
  {
    number: 24,
    title: "a write reaches 200 clients quickly",
    target: "p95 at most 250 ms, no errors, memory at most 400 MB",
    check: checkFanOut,
  },
  {
    number: 25,
    title: "a client that stops reading is disconnected and does not affect others",
    target: "disconnected within 5 s after 1 MB of unsent data",
    minTests: 1,
  },
  {
    number: 26,
    title: "a database outage is reported, and everything missed arrives after it",
    target:
      "outages of 3, 9 and 60 s: /readyz reports not ready within 5 s; requests get 503 instead of waiting; live updates continue within 5 s after the database is back",
    minTests: 10,
    shortRunNote: "outages of 3 and 9 s",
  },
  {
    number: 27,
    title: "two servers act as one portal, and clients survive the loss of one",
    target:
      "p95 of a change from one server to clients of the other at most 250 ms; clients of a lost server have all data from the other within 10 s",
    check: checkCrossServerFanOut,
    minTests: 2,
  },
  // Operations
  {
    number: 28,
    title: "kill -9 of the server or mongod during writes loses and duplicates nothing",
    target:
      "20 kills of each: every acknowledged write exists once, with its audit entry; ready at most 10 s after mongod listens",
    check: checkCrashRecovery,
  },
  {
    number: 29,
    title: "mails are sent once, and failures are shown with the reason",
    target: "one copy, or after a crash at most two with the same Message-ID; five attempts",
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
    title: "requests finish after SIGTERM, and closed connections leak no memory",
    target:
      "readiness fails immediately; exit code 0 within 10 s; heap and listeners do not grow during an hour of connections",
    check: runInSequence(checkGracefulShutdown, checkConnectionLeaks),
  },
  {
    number: 32,
    title: "scripts in names never run",
    target:
      "neither on a screen nor in a document or mail; the headers allow only the portal's own scripts and forbid sniffing, frames and caching",
    check: checkScriptInjection,
    minTests: 1,
    needsClientBuild: true,
  },
  {
    number: 33,
    title: "logs are searchable and contain no secrets; an invalid setting prevents the start",
    target: "each log line is JSON with request, user, status and time; the message about the setting has one line",
    check: checkLogs,
    minTests: 10,
  },
  // Protection against abuse and failures
  {
    number: 34,
    title: "files in the data folder are written completely or not at all, and only their owner can read them",
    target:
      "written to a temporary file, flushed and renamed; mode 0600 in a folder with mode 0700; a damaged file prevents the start with a message of one line",
    minTests: 13,
  },
  {
    number: 35,
    title: "strangers cannot make the portal send their own texts in the society's name",
    target:
      "confirmation mails quote no input and are sent at most three times per day; names cannot contain links; sign-up can be closed",
    minTests: 21,
  },
  {
    number: 36,
    title: "deeply nested JSON is refused before any code traverses it",
    target: "400 on every route, also with an idempotency key and without a token",
    minTests: 2,
  },
  {
    number: 37,
    title: "documents of one user do not delay those of others",
    target:
      "429 above 20 queued documents per user; the queue serves users in turn; access is checked again before rendering; no document is rendered twice",
    minTests: 4,
  },
  {
    number: 38,
    title: "a user has at most 20 sessions",
    target: "a further sign-in ends the session that was renewed least recently; expired sessions are removed",
    minTests: 3,
  },
  {
    number: 39,
    title: "other users of the machine cannot open the portal's own MongoDB",
    target:
      "mongod listens on a Unix socket in a private folder, or on a port with a password; in containers it has no network",
    minTests: 3,
  },
  {
    number: 40,
    title: "browsers and links use the portal's own address only",
    target:
      "live connections are accepted only from the portal's own pages; PUBLIC_URL is normalized; pages load scripts from and connect to their own host only",
    minTests: 19,
  },
  {
    number: 41,
    title: "clients that reconnect share one bounded read of the history",
    target: "one read at a time; no commit is read twice; clients with the latest cursors are served first",
    minTests: 5,
  },
  {
    number: 42,
    title: "the second factor protects sign-ins and changes of permissions",
    target:
      "each code works once; 429 after ten wrong codes; users of a role that requires it have no permissions without it; changes of permissions require a code of the last ten minutes",
    minTests: 16,
  },
  {
    number: 43,
    title: "a nearly full disk refuses writes only",
    target: "writes get 503 with a message; reads and sign-outs work; writes work again without a restart",
    minTests: 2,
  },
  {
    number: 44,
    title: "records stored while a server's clock was wrong do not stay valid after it is corrected",
    target:
      "sessions, links and rate limits with an expiry too far ahead count as expired; no penalty is added twice; the difference between the clocks is logged",
    minTests: 9,
  },
  // Control of the accounts
  {
    number: 45,
    title: "nothing dated in a locked month changes, and its report stays unchanged",
    target:
      "every writing route answers 409; the report has the same bytes a year later; of a concurrent write and lock only one succeeds",
    minTests: 14,
  },
  {
    number: 46,
    title: "a second person decides on requests above the society's limits",
    target:
      "nobody decides on their own request; approving an outdated request changes nothing; of many concurrent decisions one succeeds",
    minTests: 15,
  },
  {
    number: 47,
    title: "cash, cheques and accounts agree with receipts and expenses",
    target:
      "eight users on two servers with interrupted connections: no rupee is lost, every cheque has one state, no locked month changes",
    minTests: 2,
  },
  // Detection of forgeries
  {
    number: 48,
    title: "the signed code on a printed document reveals any alteration of it",
    target:
      "codes with a changed character, a foreign key or an outdated key are refused; 60 checks per minute and address; during hostile files and 1,000 random codes: p95 of other users' requests at most 500 ms",
    check: checkHostileDocuments,
    minTests: 11,
  },
  {
    number: 49,
    title: "changes made directly in MongoDB are detected and reported",
    target:
      "every kind of change is detected, on two servers and after a restore, also random changes; there is no false alarm",
    minTests: 15,
  },
];
