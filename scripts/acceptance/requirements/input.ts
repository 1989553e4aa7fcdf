import { measureHostileValues } from "../hostile-values.ts";
import { measureMalformedBodies } from "../malformed-bodies.ts";
import type { Requirement } from "../requirement.ts";

/** What is sent to the portal. */
export const inputRequirements: readonly Requirement[] = [
  {
    number: 12,
    title: "the portal keeps to its own documentation",
    target: "no 5xx, nothing undocumented",
    tests: [
      {
        file: "api/schemathesis",
        titles: [
          "whatever an administrator sends",
          "whatever a clerk sends",
          "also where an administrator shuts themselves out",
        ],
      },
    ],
  },
  {
    number: 13,
    title: "operators, prototypes, bombs and wrong types in every slot are refused",
    target: "no 5xx, each within 200 ms",
    measure: measureHostileValues,
    tests: [
      {
        file: "api/forms",
        titles: [
          "every form is in this table",
          "takes nothing but an object",
          "takes no value of another type in any field, and keeps nothing of it",
        ],
      },
      { file: "api/payment-schedule", titles: ["takes no %j"] },
    ],
  },
  {
    number: 14,
    title: "bodies too large, cut, deep or packed and clients that stop cost nobody else anything",
    target: "413, 400 or closed; p95 of others at most 500 ms; frames of 64 kB, ten sockets a user",
    measure: measureMalformedBodies,
    tests: [
      { file: "api/hostile", titles: ["a body"] },
      {
        file: "live/hostile",
        titles: [
          "who watches with %s is shown out, and the others stay",
          "events that the portal does not know change nothing",
          "a frame larger than any that a client needs closes the connection",
        ],
      },
      { file: "live/slow-clients", titles: ["nobody has more than ten sockets, and one that goes makes room"] },
    ],
  },
  {
    number: 15,
    title: "text stays as it was written, in every script, and is only text",
    target: "one house number however it is composed; no formula, no second header",
    tests: [
      {
        file: "api/crud",
        titles: [
          "and a house number is one however its letters are composed",
          "keeps text as it was written, in every script",
        ],
      },
      {
        file: "api/hostile",
        titles: ["half a character is no text, nor is what no XML may hold: what is answered is what is kept"],
      },
      {
        file: "unit/paper-sheet",
        titles: ["takes %j for text, as it is", "never lets a spreadsheet take %j for a formula"],
      },
      { file: "api/mail", titles: ["lets no name end a header"] },
      { file: "unit/mail", titles: ["%j is no address", "%j is read"] },
    ],
  },
];
