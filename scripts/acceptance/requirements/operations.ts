import { measureConnectionLeaks } from "../connection-leaks.ts";
import { measureCrashRecovery } from "../crash-recovery.ts";
import { measureGracefulShutdown } from "../graceful-shutdown.ts";
import { measureLogs } from "../logs.ts";
import { type Requirement, runInSequence } from "../requirement.ts";
import { measureScriptInjection } from "../script-injection.ts";

/** What outlives the process, and what whoever runs it sees. */
export const operationsRequirements: readonly Requirement[] = [
  {
    number: 28,
    title: "kill -9 of server and mongod under writes loses and doubles nothing",
    target: "20 of each; each acknowledged write once, with its trace; ready at most 10 s after mongod listens",
    measure: measureCrashRecovery,
  },
  {
    number: 29,
    title: "mails go once, and those that cannot are shown with the reason",
    target: "one copy, after a crash at most two with one Message-ID; five tries",
    tests: [
      {
        file: "api/mail",
        titles: [
          "mails each receipt to its house, with what it paid and what is still due; nothing goes before",
          "by two people at two servers at the same moment mails each receipt once",
        ],
      },
      { file: "api/mail-failures", titles: ["a mail that does not get through", "a server that goes"] },
    ],
  },
  {
    number: 30,
    title: "a backup under load restores to the same totals",
    target: "a damaged file is refused before anything is written",
    tests: [
      {
        file: "api/backup",
        titles: [
          "a backup during payments restores into books of one moment",
          "what is restored into an empty database tells, and takes, what the portal did",
          "before the first write a file is refused",
          "a restore that was cut off between two collections is completed by the next start",
        ],
      },
      {
        file: "live/restore",
        titles: ["a restore beside a running portal: open screens read again, later sessions end, later ids stay used"],
      },
    ],
  },
  {
    number: 31,
    title: "SIGTERM lets requests finish, and connects leave nothing behind",
    target: "not ready at once, exit 0 within 10 s; heap and listeners flat over an hour's connects",
    measure: runInSequence(measureGracefulShutdown, measureConnectionLeaks),
  },
  {
    number: 32,
    title: "scripts in names run nowhere",
    target: "on no screen, in no document or mail; scripts from the portal only, nosniff, no frames, nothing kept",
    needsClientBuild: true,
    measure: measureScriptInjection,
    tests: [
      { file: "unit/mail", titles: ["a receipt's letter tells the same as text and as HTML, which no name can break"] },
    ],
  },
  {
    number: 33,
    title: "logs can be searched and tell no secrets; a wrong setting stops the start",
    target: "JSON with request, user, status and time; one line",
    measure: measureLogs,
    tests: [
      {
        file: "api/operations",
        titles: ["the log names requests by user and route, and holds no token, address or word that was looked for"],
      },
      { file: "unit/env", titles: ["the proxies that are trusted"] },
    ],
  },
];
