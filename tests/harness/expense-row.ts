import { paisa } from "../../shared/money.ts";

const CreatedAt = "2026-11-05T07:00:00.000Z";

/** An expense as it is stored, with a description of so many letters: many of them fill a line. */
export function buildExpenseRow(letters: number) {
  return {
    ExpenseType: "Security",
    ExpenseTitle: "Guards",
    Description: "a".repeat(letters),
    Month: "11",
    Year: "2026",
    Amount: paisa(100),
    IsPaid: 0,
    PaidOnDate: null,
    ImportKey: "",
    CreatedAt,
    UpdatedAt: CreatedAt,
  } as const;
}
