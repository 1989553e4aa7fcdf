import { measureBodies } from "../bodies.ts";
import { measureHostile } from "../hostile.ts";
import type { Line } from "../line.ts";

/** What is sent to the portal. */
export const inputLines: readonly Line[] = [
  {
    number: 12,
    what: "the portal keeps to its own documentation",
    target: "no 5xx, nothing undocumented",
    proofs: [{ file: "api/schemathesis" }],
  },
  {
    number: 13,
    what: "operators, prototypes, bombs and wrong types in every slot are refused",
    target: "no 5xx, each within 200 ms",
    measure: measureHostile,
    proofs: [{ file: "api/forms" }, { file: "api/payment-schedule", name: "takes no" }],
  },
  {
    number: 14,
    what: "bodies too large, cut, deep or packed and clients that stop cost nobody else anything",
    target: "413, 400 or closed; p95 of others at most 500 ms; frames of 64 kB, ten sockets a user",
    measure: measureBodies,
    proofs: [
      { file: "api/hostile", name: "a body" },
      { file: "live/hostile" },
      { file: "live/slow-clients", name: "ten sockets" },
    ],
  },
  {
    number: 15,
    what: "text stays as it was written, in every script, and is only text",
    target: "one house number however it is composed; no formula, no second header",
    proofs: [
      { file: "api/crud", name: "however its letters are composed" },
      { file: "api/crud", name: "keeps text as it was written" },
      { file: "api/hostile", name: "half a character" },
      { file: "unit/paper-sheet" },
      { file: "api/mail", name: "lets no name end a header" },
      { file: "unit/mail" },
    ],
  },
];
