import { measureCrossServerFanOut, measureFanOut } from "../fan-out.ts";
import type { Requirement } from "../requirement.ts";

const convergenceTest =
  "whose line breaks again and again, at two servers of which one is restarted, ends up with what they would read anew";
const slowClientTest =
  "who has stopped reading is dropped and catches up later; who reads slowly stays, and nobody else notices";
const outageTest =
  "a database that stands still is noticed and said, nobody waits in vain, and all that was missed comes when it is back";

/** What is told, and when. */
export const liveRequirements: readonly Requirement[] = [
  {
    number: 22,
    title: "clients whose line breaks over and over end with what they would read anew",
    target: "30 clients, 20 writes a second for 5 min; whole 5 s after quiet, nothing applied twice",
    shortRunNote: "8 s",
    tests: [{ file: "live/convergence", titles: [convergenceTest] }],
  },
  {
    number: 23,
    title: "a page opened amid writes misses and doubles none",
    target: "50 writes a second, 500 times",
    shortRunNote: "60 times",
    tests: [
      {
        file: "live/opening",
        titles: ["a page that opens in the middle of writing misses nothing and has nothing twice"],
      },
    ],
  },
  {
    number: 24,
    title: "what is written is with 200 clients soon",
    target: "p95 at most 250 ms, no errors, memory at most 400 MB",
    measure: measureFanOut,
  },
  {
    number: 25,
    title: "who stops reading is dropped and costs the others nothing",
    target: "within 5 s of 1 MB unsent",
    tests: [{ file: "live/slow-clients", titles: [slowClientTest] }],
  },
  {
    number: 26,
    title: "a database that is away is said to be, and everything missed comes when it is back",
    target: "away 3, 9 and 60 s: not ready within 5 s, 503 rather than waiting, live 5 s after its return",
    shortRunNote: "3 and 9 s",
    tests: [
      { file: "live/away", titles: [outageTest] },
      {
        file: "live/feed",
        titles: [
          "what could not be told at first is told again whole, and counted once",
          "where history is gone it begins anew, and whoever follows is told so",
        ],
      },
      {
        file: "unit/failures",
        titles: [
          "a database that %s is away for now",
          "a line to the database that breaks is the same, also under several rows that are written together",
        ],
      },
    ],
  },
  {
    number: 27,
    title: "two servers are one portal, and the fall of one is made good",
    target: "from one to the other p95 at most 250 ms; whole on the other within 10 s",
    measure: measureCrossServerFanOut,
    tests: [
      { file: "live/two-servers", titles: ["whose server dies is whole at the other within seconds"] },
      {
        file: "live/writers",
        titles: ["what is written at one server is heard at the other, and a cursor of the one is good at the other"],
      },
    ],
  },
];
