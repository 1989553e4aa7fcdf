import { measureFarewell } from "../farewell.ts";
import { measureKills } from "../kills.ts";
import type { Line } from "../line.ts";
import { measureLogs } from "../logs.ts";
import { measurePolicies } from "../policies.ts";

/** What outlives the process, and what whoever runs it sees. */
export const operationLines: readonly Line[] = [
  {
    number: 28,
    what: "kill -9 of server and mongod under writes loses and doubles nothing",
    target: "each acknowledged write once; ready at most 10 s after mongod listens",
    measure: measureKills,
  },
  {
    number: 29,
    what: "mails go once, and those that cannot are shown with the reason",
    target: "one copy, after a crash at most two with one Message-ID; five tries",
    proofs: [{ file: "api/mail" }, { file: "api/mail-failures" }],
  },
  {
    number: 30,
    what: "a backup under load restores to the same totals",
    target: "a damaged file is refused before anything is written",
    proofs: [{ file: "api/backup" }, { file: "live/restore" }],
  },
  {
    number: 31,
    what: "SIGTERM lets requests finish, and connects leave nothing behind",
    target: "not ready at once, exit 0 within 10 s; heap flat",
    measure: measureFarewell,
  },
  {
    number: 32,
    what: "scripts in names run nowhere",
    target: "scripts from the portal only, nosniff, no frames, nothing kept",
    measure: measurePolicies,
    proofs: [{ file: "unit/mail" }],
  },
  {
    number: 33,
    what: "logs can be searched and tell no secrets; a wrong setting stops the start",
    target: "JSON with request, user, status and time; one line",
    measure: measureLogs,
    proofs: [{ file: "api/operations" }, { file: "unit/env" }],
  },
];
