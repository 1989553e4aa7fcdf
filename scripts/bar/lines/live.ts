import { measureFanOut, measureTwo } from "../fan-out.ts";
import type { Line } from "../line.ts";

/** What is told, and when. */
export const liveLines: readonly Line[] = [
  {
    number: 22,
    what: "clients whose line breaks over and over end with what they would read anew",
    target: "30 clients, 20 writes a second; whole 5 s after quiet, nothing applied twice",
    proofs: [{ file: "live/convergence" }],
  },
  {
    number: 23,
    what: "a page opened amid writes misses and doubles none",
    target: "50 writes a second",
    proofs: [{ file: "live/opening" }],
  },
  {
    number: 24,
    what: "what is written is with 200 clients soon",
    target: "p95 at most 250 ms, no errors, memory at most 400 MB",
    measure: measureFanOut,
  },
  {
    number: 25,
    what: "who stops reading is dropped and costs the others nothing",
    target: "within 5 s of 1 MB unsent",
    proofs: [{ file: "live/slow-clients", name: "who has stopped reading" }],
  },
  {
    number: 26,
    what: "a database that is away is said to be, and everything missed comes when it is back",
    target: "not ready within 5 s, 503 rather than waiting, live 5 s after its return",
    proofs: [{ file: "live/away" }, { file: "live/feed" }, { file: "unit/failures" }],
  },
  {
    number: 27,
    what: "two servers are one portal, and the fall of one is made good",
    target: "from one to the other p95 at most 250 ms; whole on the other within 10 s",
    measure: measureTwo,
    proofs: [{ file: "live/two-servers" }, { file: "live/writers" }],
  },
];
