import { measureConcurrentPayments } from "../concurrent-payments.ts";
import { measureIdempotency } from "../idempotency.ts";
import type { Requirement } from "../requirement.ts";
import { measureScheduleGeneration } from "../schedule-generation.ts";
import { measureWholePaisa } from "../whole-paisa.ts";

/** What is owed and paid. */
export const moneyRequirements: readonly Requirement[] = [
  {
    number: 16,
    title: "installments come to their total",
    target: "to the paisa, whatever the total, count and dates, 10,000 times; whole paisa in the database",
    measure: measureWholePaisa,
    tests: [
      { file: "unit/installments", titles: ["installments of a plan"] },
      { file: "unit/money", titles: ["paisa"] },
    ],
  },
  {
    number: 17,
    title: "one key, one row",
    target: "50 at once: one row and one answer; another body 422",
    measure: measureIdempotency,
    tests: [
      {
        file: "api/repeats",
        titles: [
          "a POST that is repeated under its key",
          "an answer is kept for 24 hours, and of what was sent only what the key unlocks",
        ],
      },
      {
        file: "api/lost-answers",
        titles: ["what was done before the server fell is not done again, and its answer is the one that was lost"],
      },
    ],
  },
  {
    number: 18,
    title: "all books tell the same, whatever an office does",
    target: "schedule, receipts, statement, dashboard and report, to the paisa; 200 times 50 steps",
    shortRunNote: "12 times 40 steps",
    tests: [
      {
        file: "api/one-money",
        titles: ["whatever an office does with money, every book of the portal tells the same, to the paisa"],
      },
    ],
  },
  {
    number: 19,
    title: "a schedule is generated whole or not at all, and once",
    target: "twenty at once and a kill in the middle: none or all, nothing doubled",
    measure: measureScheduleGeneration,
    tests: [
      {
        file: "api/payment-schedule",
        titles: [
          "again adds only what is missing, and says so when nothing was",
          "twenty times at once doubles nothing",
          "for a plot that does not match the service charge writes nothing",
        ],
      },
      { file: "live/catch-up", titles: ["a generation of many rows that was missed comes whole after a restart"] },
    ],
  },
  {
    number: 20,
    title: "an installment is paid once, and receipts are numbered without a gap",
    target: "50 at once: 50 numbers in a row; the second cashier told who was first",
    measure: measureConcurrentPayments,
    tests: [
      {
        file: "api/cashiers",
        titles: [
          "two cashiers at one installment",
          "fifty receipts at once, with refused ones between, carry fifty numbers without a gap",
        ],
      },
    ],
  },
  {
    number: 21,
    title: "every change leaves who, when, before and after",
    target: "in its own transaction",
    tests: [{ file: "api/audit", titles: ["the audit"] }],
  },
];
