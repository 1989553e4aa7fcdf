import { measureConcurrentSignIns } from "../concurrent-sign-ins.ts";
import { measureWeakSecrets } from "../invalid-settings.ts";
import { measurePasswordGuessing } from "../password-guessing.ts";
import { measurePasswordResetLink } from "../password-reset-link.ts";
import { type Requirement, runInSequence } from "../requirement.ts";
import { measureTokenExpiry } from "../token-expiry.ts";

const sessionRenewalTest =
  "a session goes on with a fresh token and its sockets with it; a token that is not renewed ends its socket";

/** Who may what, and who is who. */
export const accessRequirements: readonly Requirement[] = [
  {
    number: 1,
    title: "every call answers everybody as their rights say",
    target: "every route for everybody, no exception",
    tests: [
      {
        file: "api/access",
        titles: [
          "every resource that is declared is in the matrix",
          "may do with each resource what the session says",
          "may make the other calls that the session says",
          "gets nothing with a token that is none",
          "the matrix has both: what is allowed and what is not",
          "a call without rights is refused before its body is looked at",
        ],
      },
    ],
  },
  {
    number: 2,
    title: "residents have their own rows and nothing of others",
    target: "another's id answers like none",
    tests: [
      {
        file: "api/own-rows",
        titles: [
          "a resident reads own rows only, and those as everybody reads them",
          "another's row answers like one that does not exist",
          "another's row is neither changed nor deleted, whatever the role may",
          "a resident without any plot reads nothing, and with both reads both",
          "every resource that holds a plot is kept to its owner",
          "another's house is neither charged nor named by a refusal, whatever the role may",
          "the page of a plan names no house but the own",
          "a repeat of a request tells nothing of a house that is no longer the resident's",
        ],
      },
      { file: "api/figures", titles: ["of a resident holds own plots and no expenses"] },
      {
        file: "api/statement",
        titles: ["who reads a statement", "is had by whoever may read the statement, and refused like it"],
      },
      { file: "live/audience", titles: ["a resident never hears another's plot"] },
      { file: "live/dashboard", titles: ["a resident's dashboard moves by own rows, and never tells of expenses"] },
    ],
  },
  {
    number: 3,
    title: "nothing undeclared is kept and no secret told",
    target: "in no answer and no event",
    tests: [
      { file: "api/forms", titles: ["every form is in this table", "keeps no field that is not its own"] },
      { file: "api/auth", titles: ["no answer holds a password or its hash"] },
      { file: "api/audit", titles: ["holds no password, hash or session"] },
      { file: "live/same-as-rest", titles: ["no event holds what no answer may hold"] },
    ],
  },
  {
    number: 4,
    title: "what is told live is what is read",
    target: "field by field, for everybody",
    tests: [
      {
        file: "live/same-as-rest",
        titles: [
          "one may follow exactly what one may read",
          "what each has read, with what they hear, is what they would read anew",
        ],
      },
    ],
  },
  {
    number: 5,
    title: "a right taken away silences open screens",
    target: "at once for requests, within 1 s for sockets, without a reload",
    tests: [
      {
        file: "live/rights",
        titles: [
          "a permission taken away while connected silences at once, and the session says so",
          "somebody given another role hears by that role from then on",
          "a disabled user is shown out and does not come back",
          "a deleted menu takes what it permitted with it",
          "a row that moves to another's plot leaves the one and comes to the other",
        ],
      },
      {
        file: "api/access-admin",
        titles: ["a permission taken away counts from the next request on, and the session says so"],
      },
      {
        file: "browser/live-screens",
        titles: ["a permission taken away leaves the screen at once and comes back as fast"],
      },
      {
        file: "browser/house",
        titles: ["a house that is taken from a resident is closed before the resident's eyes"],
      },
    ],
  },
  {
    number: 6,
    title: "a right taken away meanwhile is not in what is told on return",
    target: "nothing of it",
    tests: [
      {
        file: "live/catch-up",
        titles: [
          "what was allowed before but is not any more does not come on return",
          "a resident who was away is told of own rows only, and of those that left as gone",
          "a resident who was linked to other plots meanwhile is asked to read again",
          "who has lost a page and has it again on return is asked to read again",
        ],
      },
    ],
  },
  {
    number: 7,
    title: "nobody gives what they do not hold, and somebody always may",
    target: "twenty at once leave one",
    tests: [
      {
        file: "api/access-admin",
        titles: ["who may edit permissions", "the last who may edit permissions", "how far a role sees"],
      },
      {
        file: "api/users",
        titles: ["the last administrator", "somebody who keeps the users without holding all rights"],
      },
    ],
  },
  {
    number: 8,
    title: "a hundred sign-ins at once leave the others alone",
    target: "argon2id of 19 MiB or more; p95 of others at most 500 ms",
    measure: measureConcurrentSignIns,
  },
  {
    number: 9,
    title: "guessing ends, for the guesser only, and tells nothing",
    target: "ten tries for each account and address, then 429; known and unknown at most 10 ms apart",
    measure: measurePasswordGuessing,
    tests: [
      { file: "api/auth", titles: ["guessing"] },
      {
        file: "unit/brake",
        titles: [
          "a brake remembers only who still has to wait for something, however many came",
          "a flood of strangers within the time is remembered up to a bound, the latest of them",
        ],
      },
    ],
  },
  {
    number: 10,
    title: "a forgotten password is chosen once, and ends all that was open",
    target: "one of many at once; 128 bits of which the hash is kept; sockets within 1 s, after a restart too",
    measure: measurePasswordResetLink,
    tests: [
      { file: "api/accounts", titles: ["a forgotten password", "one's own password"] },
      {
        file: "api/auth",
        titles: ["ends with logging out, at once and for good; others of the same user go on"],
      },
      {
        file: "live/rights",
        titles: [
          "a disabled user is shown out and does not come back",
          "signing out ends the connections of that session, and no other",
        ],
      },
    ],
  },
  {
    number: 11,
    title: "no forged token passes, and none outlives its end",
    target: "25 forgeries refused; a secret of 32 bytes or no start; sockets closed within 1 s of the end",
    measure: runInSequence(measureWeakSecrets, measureTokenExpiry),
    tests: [
      { file: "api/tokens", titles: ["a token %s is none"], minTests: 25 },
      {
        file: "api/tokens",
        titles: ["a genuine token is good", "a token holds no rights and no names"],
      },
      { file: "api/auth", titles: ["is over after eight hours", "is that of its user as the user is now"] },
      { file: "live/slow-clients", titles: [sessionRenewalTest] },
      {
        file: "browser/presence",
        titles: ["who works on is given a fresh token before the old one ends, and the other window goes on with it"],
      },
    ],
  },
];
