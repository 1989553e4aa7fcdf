import { measureGuessing } from "../guessing.ts";
import type { Line } from "../line.ts";
import { measureSignIns } from "../logins.ts";
import { measureSecrets } from "../settings.ts";

/** Who may what, and who is who. */
export const accessLines: readonly Line[] = [
  {
    number: 1,
    what: "every call answers everybody as their rights say",
    target: "every route for everybody, no exception",
    proofs: [{ file: "api/access" }],
  },
  {
    number: 2,
    what: "residents have their own rows and nothing of others",
    target: "another's id answers like none",
    proofs: [
      { file: "api/own-rows" },
      { file: "api/figures", name: "of a resident" },
      { file: "api/statement", name: "another's is not found" },
    ],
  },
  {
    number: 3,
    what: "nothing undeclared is kept and no secret told",
    target: "in no answer and no event",
    proofs: [
      { file: "api/forms", name: "keeps no field that is not its own" },
      { file: "api/auth", name: "no answer holds a password" },
      { file: "api/audit", name: "holds no password" },
      { file: "live/same-as-rest", name: "no event holds" },
    ],
  },
  {
    number: 4,
    what: "what is told live is what is read",
    target: "field by field, for everybody",
    proofs: [{ file: "live/same-as-rest" }],
  },
  {
    number: 5,
    what: "a right taken away silences open screens",
    target: "at once for requests, within 1 s for sockets",
    proofs: [{ file: "live/rights" }, { file: "api/access-admin", name: "counts from the next request on" }],
  },
  {
    number: 6,
    what: "a right taken away meanwhile is not in what is told on return",
    target: "nothing of it",
    proofs: [{ file: "live/catch-up" }],
  },
  {
    number: 7,
    what: "nobody gives what they do not hold, and somebody always may",
    target: "twenty at once leave one",
    proofs: [{ file: "api/access-admin" }, { file: "api/users", name: "the last administrator" }],
  },
  {
    number: 8,
    what: "a hundred sign-ins at once leave the others alone",
    target: "argon2id of 19 MiB or more; p95 of others at most 500 ms",
    measure: measureSignIns,
  },
  {
    number: 9,
    what: "guessing ends, for the guesser only, and tells nothing",
    target: "ten tries for each account and address, then 429; known and unknown at most 10 ms apart",
    measure: measureGuessing,
    proofs: [{ file: "api/auth", name: "guessing" }, { file: "unit/brake" }],
  },
  {
    number: 10,
    what: "a forgotten password is chosen once, and ends all that was open",
    target: "one of many at once; sockets within 1 s, after a restart too",
    proofs: [{ file: "api/accounts" }, { file: "api/auth", name: "ends with logging out" }, { file: "live/rights" }],
  },
  {
    number: 11,
    what: "no forged token passes, and none outlives its end",
    target: "25 forgeries refused; a secret of 32 characters or no start",
    measure: measureSecrets,
    proofs: [{ file: "api/tokens" }, { file: "live/slow-clients", name: "a session goes on" }],
  },
];
