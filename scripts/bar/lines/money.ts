import { measureCashiers } from "../cashiers.ts";
import type { Line } from "../line.ts";
import { measureRepeats } from "../repeats.ts";

/** What is owed and paid. */
export const moneyLines: readonly Line[] = [
  {
    number: 16,
    what: "installments come to their total",
    target: "to the paisa, whatever the total, count and dates; whole paisa in the database",
    proofs: [{ file: "unit/installments" }, { file: "unit/money" }],
  },
  {
    number: 17,
    what: "one key, one row",
    target: "50 at once: one row and one answer; another body 422",
    measure: measureRepeats,
    proofs: [{ file: "api/repeats" }, { file: "api/lost-answers" }],
  },
  {
    number: 18,
    what: "all books tell the same, whatever an office does",
    target: "schedule, receipts, statement, dashboard and report, to the paisa",
    proofs: [{ file: "api/one-money" }],
  },
  {
    number: 19,
    what: "a schedule is generated whole or not at all, and once",
    target: "twenty at once double nothing; a restart completes or undoes",
    proofs: [
      { file: "api/payment-schedule", name: "generating a schedule" },
      { file: "live/catch-up", name: "a generation of many rows" },
    ],
  },
  {
    number: 20,
    what: "an installment is paid once, and receipts are numbered without a gap",
    target: "50 at once: 50 numbers in a row; the second cashier told who was first",
    measure: measureCashiers,
    proofs: [{ file: "api/cashiers" }],
  },
  {
    number: 21,
    what: "every change leaves who, when, before and after",
    target: "in its own transaction",
    proofs: [{ file: "api/audit" }],
  },
];
