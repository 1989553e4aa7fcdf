import { addDays, type Day } from "../../../shared/dates.ts";
import { groupBy } from "../../../shared/domain/collections.ts";
import { emptySettlement } from "../../../shared/domain/house-settlement.ts";
import { zero } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { makePaymentHabit } from "./habits.ts";
import { type Payment, simulateHouse } from "./payments.ts";
import type { SeededPlots } from "./plots.ts";
import type { SeededRandom } from "./seeded-random.ts";

type Installment = RowOf<typeof paymentSchedule>;
type Plot = SeededPlots["plots"][number];

interface ReceiptOptions {
  plots: readonly Plot[];
  schedule: readonly Installment[];
  random: SeededRandom;
}

interface SeededPayment extends Payment {
  house: Plot;
  isVoided: boolean;
}

/** Lets every house live through its two years; its receipts are numbered by date. */
export async function insertReceipts(tx: Transaction, { plots, schedule, random }: ReceiptOptions): Promise<void> {
  const paid: SeededPayment[] = [];
  const rowsOf = groupBy(schedule, ({ PlotID }) => PlotID);
  for (const house of plots) {
    const rows = (rowsOf.get(house.PlotID) ?? []).toSorted((a, b) => (a.DueDate < b.DueDate ? -1 : 1));
    const due = rows.filter(({ DueDate }) => DueDate.slice(0, 7) <= tx.today.slice(0, 7)).length;
    const habit = makePaymentHabit(random, { due, total: rows.length });
    const life = simulateHouse({ rows, habit, random, today: tx.today });
    for (const row of life.rows) tx.update(paymentSchedule, row, row);
    for (const payment of life.payments)
      paid.push(...withAccidentalDuplicate(random, { ...payment, house, isVoided: false }));
  }
  paid.sort((a, b) =>
    a.PaymentDate < b.PaymentDate ? -1 : a.PaymentDate > b.PaymentDate ? 1 : a.house.PlotID - b.house.PlotID,
  );
  const first = await tx.nextNumber("ReceiptNo", paid.length);
  await tx.insertMany(
    paymentReceipt,
    paid.map((payment, index) => receiptRow(tx, { payment, ReceiptNo: first + index })),
  );
}

/** Now and then the cashier enters a payment twice and voids the second. */
function withAccidentalDuplicate(random: SeededRandom, payment: SeededPayment): SeededPayment[] {
  if (!random.chance(0.0008)) return [payment];
  return [payment, { ...payment, ...emptySettlement(zero), isVoided: true, Remarks: "Entered twice" }];
}

function receiptRow(tx: Transaction, { payment, ReceiptNo }: { payment: SeededPayment; ReceiptNo: number }) {
  const { house, isVoided, PaymentReceiptID: _, ...values } = payment;
  const CreatedAt = timestampOn(values.PaymentDate, { ReceiptNo, now: tx.now });
  const isMailed = !isVoided && house.EmailID !== "" && values.PaymentDate < addDays(tx.today, -2);
  return {
    ...values,
    PlotID: house.PlotID,
    HouseNo: house.HouseNo,
    ReceiptNo,
    IsEmailSent: isMailed ? (1 as const) : (0 as const),
    MailError: "",
    ImportKey: "",
    VoidedAt: isVoided ? CreatedAt : null,
    CreatedAt,
  };
}

/** In office hours of that day, never in the future. */
function timestampOn(day: Day, { ReceiptNo, now }: { ReceiptNo: number; now: Date }): string {
  const at = new Date(`${day}T04:00:00.000Z`);
  at.setUTCMinutes((ReceiptNo * 7) % 480);
  return (at < now ? at : now).toISOString();
}
