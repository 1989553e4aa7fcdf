import { addDays, type Day } from "../../shared/dates.ts";
import { type Settlement, settleHouse, unsettled } from "../../shared/domain/credit.ts";
import { withPenalty } from "../../shared/domain/penalty.ts";
import { stillDue } from "../../shared/domain/schedule.ts";
import { tickRow } from "../../shared/domain/settlement.ts";
import { type Paisa, sumPaisa, toPaisa, zero } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import type { paymentMethods } from "../../shared/resources/payment-receipt.ts";
import type { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Habit } from "./habits.ts";
import type { Random } from "./random.ts";

type Installment = RowOf<typeof paymentSchedule>;

export interface Payment extends Settlement {
  /** Its place among those of the house. */
  PaymentReceiptID: number;
  PaymentDate: Day;
  AmountPaid: Paisa;
  PaymentMethod: (typeof paymentMethods)[number];
  Remarks: string;
}

const mostEarly = 7;

interface Life {
  /** Oldest first. */
  rows: readonly Installment[];
  habit: Habit;
  random: Random;
  today: Day;
}

/** Two years of one house, day by day by the portal's own rules: what it paid, and the installments that have changed by it. */
export function livedThrough({ rows, habit, random, today }: Life): { rows: Installment[]; payments: Payment[] } {
  const state = new Map(rows.map((row) => [row.PaymentScheduleID, row]));
  const payments: Payment[] = [];
  let day = addDays(rows[0]?.DueDate ?? today, -mostEarly);
  for (let from = 0; from < habit.paid; from += habit.together) {
    const meant = rows.slice(from, Math.min(from + habit.together, habit.paid));
    day = payDay({ meant, habit, random, today, after: day });
    penalize(day);
    if (meant.length === 1 && random.chance(habit.ticked)) tick(meant);
    else pay(sumPaisa(current(meant).map(stillDue)));
  }
  if (habit.part > 0) payPart();
  penalize(today);
  return { rows: [...state.values()].filter((row) => !rows.includes(row)), payments };

  function payPart(): void {
    const next = rows[habit.paid];
    if (!next || next.DueDate > today) return;
    day = payDay({ meant: [next], habit, random, today, after: day });
    penalize(day);
    pay(toPaisa(Math.max(1, Math.floor((next.Amount * habit.part) / 10_000)) * 100));
  }

  function pay(amount: Paisa): void {
    if (amount === zero) return;
    const manner = mannerOf(random);
    payments.push({
      PaymentReceiptID: payments.length,
      PaymentDate: day,
      AmountPaid: amount,
      ...unsettled(amount),
      ...manner,
    });
    const settled = settleHouse({ rows: [...state.values()], receipts: payments, today: day });
    for (const { row, state: paid } of settled.rows) state.set(row.PaymentScheduleID, { ...row, ...paid });
    for (const { receipt, settlement } of settled.receipts)
      payments[receipt.PaymentReceiptID] = { ...receipt, ...settlement };
  }

  function tick(meant: readonly Installment[]): void {
    for (const row of current(meant)) state.set(row.PaymentScheduleID, { ...row, ...tickRow(row, day) });
  }

  function penalize(on: Day): void {
    for (const row of state.values()) state.set(row.PaymentScheduleID, withPenalty(row, on));
  }

  function current(meant: readonly Installment[]): Installment[] {
    return meant.flatMap(({ PaymentScheduleID }) => state.get(PaymentScheduleID) ?? []);
  }
}

interface PayDay extends Omit<Life, "rows"> {
  meant: readonly Installment[];
  after: Day;
}

/** Around the due day, never before the last payment, never in the future. */
function payDay({ meant, habit, random, today, after }: PayDay): Day {
  const due = (habit.inArrears ? meant.at(-1) : meant[0])?.DueDate ?? today;
  const delay = random.chance(habit.forgets) ? random.between(16, 40) : random.between(-mostEarly, 8);
  const wished = addDays(due, delay);
  const possible = wished > today ? addDays(today, -random.between(0, 6)) : wished;
  return possible < after ? after : possible;
}

function mannerOf(random: Random): Pick<Payment, "PaymentMethod" | "Remarks"> {
  const chance = random.next();
  if (chance < 0.4) return { PaymentMethod: "Cash", Remarks: random.chance(0.3) ? "Paid at office" : "" };
  if (chance < 0.65)
    return {
      PaymentMethod: "Bank Transfer",
      Remarks: random.chance(0.5) ? `Meezan, ref ${random.between(10_000, 99_999)}` : "",
    };
  if (chance < 0.9) return { PaymentMethod: "Online", Remarks: "" };
  return {
    PaymentMethod: "Cheque",
    Remarks: `${random.pick(["HBL", "MCB", "UBL"])} ${random.between(100_000, 999_999)}`,
  };
}
