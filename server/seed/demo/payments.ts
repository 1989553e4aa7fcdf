import { addDays, type Day } from "../../../shared/dates.ts";
import { emptySettlement, type Settlement, settleHouse } from "../../../shared/domain/house-settlement.ts";
import { withPenalty } from "../../../shared/domain/penalty.ts";
import { markRowPaid } from "../../../shared/domain/row-payments.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type Paisa, sumPaisa, toPaisa, zero } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import type { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import type { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { PaymentHabit } from "./habits.ts";
import type { SeededRandom } from "./seeded-random.ts";

type Installment = RowOf<typeof paymentSchedule>;

export interface Payment extends Settlement {
  /** Its place among those of the house. */
  PaymentReceiptID: number;
  PaymentDate: Day;
  AmountPaid: Paisa;
  PaymentMethod: (typeof paymentMethods)[number];
  Remarks: string;
}

const maxDaysEarly = 7;

interface PaymentHistory {
  /** Oldest first. */
  rows: readonly Installment[];
  habit: PaymentHabit;
  random: SeededRandom;
  today: Day;
}

/** Two years of one house, day by day by the portal's own rules: what it paid, and the installments that have changed by it. */
export function simulateHouse({ rows, habit, random, today }: PaymentHistory): {
  rows: Installment[];
  payments: Payment[];
} {
  const state = new Map(rows.map((row) => [row.PaymentScheduleID, row]));
  const payments: Payment[] = [];
  let day = addDays(rows[0]?.DueDate ?? today, -maxDaysEarly);
  for (let from = 0; from < habit.paidInstallments; from += habit.installmentsPerPayment) {
    const meant = rows.slice(from, Math.min(from + habit.installmentsPerPayment, habit.paidInstallments));
    day = pickPaymentDay({ meant, habit, random, today, after: day });
    penalize(day);
    if (meant.length === 1 && random.chance(habit.tickProbability)) tick(meant);
    else pay(sumPaisa(current(meant).map(outstandingAmount)));
  }
  if (habit.partialShare > 0) payPart();
  penalize(today);
  return { rows: [...state.values()].filter((row) => !rows.includes(row)), payments };

  function payPart(): void {
    const next = rows[habit.paidInstallments];
    if (!next || next.DueDate > today) return;
    day = pickPaymentDay({ meant: [next], habit, random, today, after: day });
    penalize(day);
    pay(toPaisa(Math.max(1, Math.floor((next.Amount * habit.partialShare) / 10_000)) * 100));
  }

  function pay(amount: Paisa): void {
    if (amount === zero) return;
    const manner = pickMethod(random);
    payments.push({
      PaymentReceiptID: payments.length,
      PaymentDate: day,
      AmountPaid: amount,
      ...emptySettlement(amount),
      ...manner,
    });
    const settled = settleHouse({ rows: [...state.values()], receipts: payments, today: day });
    for (const { row, state: paid } of settled.rows) state.set(row.PaymentScheduleID, { ...row, ...paid });
    for (const { receipt, settlement } of settled.receipts)
      payments[receipt.PaymentReceiptID] = { ...receipt, ...settlement };
  }

  function tick(meant: readonly Installment[]): void {
    for (const row of current(meant)) state.set(row.PaymentScheduleID, { ...row, ...markRowPaid(row, day) });
  }

  function penalize(on: Day): void {
    for (const row of state.values()) state.set(row.PaymentScheduleID, withPenalty(row, on));
  }

  function current(meant: readonly Installment[]): Installment[] {
    return meant.flatMap(({ PaymentScheduleID }) => state.get(PaymentScheduleID) ?? []);
  }
}

interface PayDayOptions extends Omit<PaymentHistory, "rows"> {
  meant: readonly Installment[];
  after: Day;
}

/** Around the due day, never before the last payment, never in the future. */
function pickPaymentDay({ meant, habit, random, today, after }: PayDayOptions): Day {
  const due = (habit.inArrears ? meant.at(-1) : meant[0])?.DueDate ?? today;
  const delay = random.chance(habit.lateProbability) ? random.between(16, 40) : random.between(-maxDaysEarly, 8);
  const wished = addDays(due, delay);
  const possible = wished > today ? addDays(today, -random.between(0, 6)) : wished;
  return possible < after ? after : possible;
}

function pickMethod(random: SeededRandom): Pick<Payment, "PaymentMethod" | "Remarks"> {
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
