import { addDays, type Day } from "../../../shared/dates.ts";
import { type ReceiptSettlement, settleHouse, unallocatedSettlement } from "../../../shared/domain/house-settlement.ts";
import { applyTick } from "../../../shared/domain/item-payments.ts";
import { outstandingAmount, withPenalty } from "../../../shared/domain/schedule.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { addPaisa, type Paisa, toPaisa, zero } from "../../../shared/money.ts";
import { cashAccountId } from "../../../shared/resources/account.ts";
import { type PaymentDetail, paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { type Installment, paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { addCheques } from "../../services/cheques.ts";
import { makePaymentHabit, type PaymentHabit } from "./payment-habit.ts";
import type { SeededPlots } from "./plots.ts";
import type { SeededRandom } from "./seeded-random.ts";

type Plot = SeededPlots["plots"][number];

interface PaymentOptions {
  plots: readonly Plot[];
  schedule: readonly Installment[];
  random: SeededRandom;
  /** The last day with payments: today. `tx.today` is the last day before the recent days. */
  lastDay: Day;
}

interface SeededPayment extends Payment {
  house: Plot;
  isVoided: boolean;
}

/** A payment of the recent days, which `writeRecentDays` records in a commit of its own. */
export interface RecentPayment {
  day: Day;
  house: Plot;
  /** A receipt, or the id of an installment that is marked as paid. */
  payment: RecentReceipt | number;
}

type RecentReceipt = PaymentMethod & Pick<Payment, "PaymentDate" | "AmountPaid">;

/**
 * Simulates the payments of all houses over two years. Inserts those until `tx.today`, with receipts numbered by date.
 * Returns those of the later days until `lastDay`.
 */
export async function insertPayments(
  tx: Transaction,
  { plots, schedule, random, lastDay }: PaymentOptions,
): Promise<RecentPayment[]> {
  const payments: SeededPayment[] = [];
  const recentPayments: RecentPayment[] = [];
  const rowsByPlot = groupBy(schedule, ({ PlotID }) => PlotID);
  for (const house of plots) {
    const rows = (rowsByPlot.get(house.PlotID) ?? []).toSorted((a, b) => (a.DueDate < b.DueDate ? -1 : 1));
    const dueCount = rows.filter(({ DueDate }) => DueDate.slice(0, 7) <= lastDay.slice(0, 7)).length;
    const habit = makePaymentHabit(random, { house, dueCount, installmentCount: rows.length });
    const simulation = simulateHouse({ rows, habit, random, today: lastDay, lastBulkDay: tx.today });
    for (const row of simulation.rows) tx.update(paymentSchedule, row, row);
    for (const payment of simulation.payments)
      payments.push(...withAccidentalDuplicate(random, { ...payment, house, isVoided: false }));
    for (const payment of simulation.recentPayments) recentPayments.push({ ...payment, house });
  }
  payments.sort((a, b) =>
    a.PaymentDate < b.PaymentDate ? -1 : a.PaymentDate > b.PaymentDate ? 1 : a.house.PlotID - b.house.PlotID,
  );
  const firstNumber = await tx.allocateNumbers("ReceiptNo", payments.length);
  const receipts = await tx.insertMany(
    paymentReceipt,
    payments.map((payment, index) => toReceiptRow(tx, { payment, ReceiptNo: firstNumber + index })),
  );
  await addCheques(tx, receipts);
  return recentPayments;
}

/** Rarely, a payment was entered twice and the second receipt voided. */
function withAccidentalDuplicate(random: SeededRandom, payment: SeededPayment): SeededPayment[] {
  if (!random.chance(0.0008)) return [payment];
  return [payment, { ...payment, ...unallocatedSettlement(zero), isVoided: true, Remarks: "Entered twice" }];
}

function toReceiptRow(tx: Transaction, { payment, ReceiptNo }: { payment: SeededPayment; ReceiptNo: number }) {
  const { house, isVoided, PaymentReceiptID: _, ...values } = payment;
  const CreatedAt = makeTimestamp(values.PaymentDate, { ReceiptNo, now: tx.now });
  const isMailed = !isVoided && house.EmailID !== "";
  return {
    ...values,
    PlotID: house.PlotID,
    HouseNo: house.HouseNo,
    PayerName: house.OwnerName,
    ReceiptNo,
    RefundedAmount: zero,
    AccountID: values.PaymentMethod === "Cash" ? cashAccountId : null,
    IsEmailSent: isMailed ? (1 as const) : (0 as const),
    MailedAs: "",
    MailError: "",
    ImportKey: "",
    VoidedAt: isVoided ? CreatedAt : null,
    VoidReason: isVoided ? values.Remarks : "",
    PaidBackOn: null,
    // `addCheques` adds the cheque of a receipt without a state as cleared.
    ChequeState: "" as const,
    Reversals: [],
    CreatedAt,
  };
}

/** A time in office hours of that day, never in the future. */
function makeTimestamp(day: Day, { ReceiptNo, now }: { ReceiptNo: number; now: Date }): string {
  const time = new Date(`${day}T04:00:00.000Z`);
  time.setUTCMinutes((ReceiptNo * 7) % 480);
  return (time < now ? time : now).toISOString();
}

type PaymentMethod = Pick<Receipt, "PaymentMethod" | PaymentDetail | "Remarks">;

interface Payment extends ReceiptSettlement, PaymentMethod {
  /** Index of the payment among those of its house. */
  PaymentReceiptID: number;
  PaymentDate: Day;
  AmountPaid: Paisa;
}

const maxDaysEarly = 7;

interface SimulationOptions {
  /** Oldest first. */
  rows: readonly Installment[];
  habit: PaymentHabit;
  random: SeededRandom;
  today: Day;
}

interface HouseSimulation {
  /** The installments that have changed. */
  rows: Installment[];
  payments: Payment[];
}

/**
 * Simulates two years of a house with the portal's own rules. Returns its payments and the changed installments as of
 * `lastBulkDay`, and the payments of the days after that.
 */
function simulateHouse({
  rows,
  habit,
  random,
  today,
  lastBulkDay,
}: SimulationOptions & { lastBulkDay: Day }): HouseSimulation & {
  recentPayments: Omit<RecentPayment, "house">[];
} {
  const rowsById = new Map(rows.map((row) => [row.PaymentScheduleID, row]));
  const payments: Payment[] = [];
  const recentPayments: Omit<RecentPayment, "house">[] = [];
  let bulkSnapshot: HouseSimulation | undefined;
  let day = addDays(rows[0]?.DueDate ?? today, -maxDaysEarly);
  for (let start = 0; start < habit.paidInstallments; start += habit.installmentsPerPayment) {
    const installments = rows.slice(start, Math.min(start + habit.installmentsPerPayment, habit.paidInstallments));
    day = pickPaymentDay({ installments, habit, random, today, after: day });
    advanceTo(day);
    if (installments.length === 1 && random.chance(habit.tickProbability)) markPaid(installments);
    else pay(addPaisa(...listCurrentRows(installments).map(outstandingAmount)));
  }
  if (habit.partialShare > 0) payPart();
  return { ...(bulkSnapshot ?? takeSnapshot()), recentPayments };

  function advanceTo(date: Day): void {
    if (date > lastBulkDay) bulkSnapshot ??= takeSnapshot();
    applyPenalties(date);
  }

  function takeSnapshot(): HouseSimulation {
    applyPenalties(lastBulkDay);
    return { rows: [...rowsById.values()].filter((row) => !rows.includes(row)), payments: [...payments] };
  }

  function payPart(): void {
    const next = rows[habit.paidInstallments];
    if (!next || next.DueDate > today) return;
    day = pickPaymentDay({ installments: [next], habit, random, today, after: day });
    advanceTo(day);
    // At least Rs 100, and rounded down to a multiple of it.
    pay(toPaisa(Math.max(1, Math.floor((next.Amount * habit.partialShare) / 10_000)) * 100));
  }

  function pay(amount: Paisa): void {
    if (amount === zero) return;
    const receipt = { PaymentDate: day, AmountPaid: amount, ...pickMethod(random, day) };
    if (day > lastBulkDay) recentPayments.push({ day, payment: receipt });
    payments.push({ PaymentReceiptID: payments.length, ...receipt, ...unallocatedSettlement(amount) });
    const settled = settleHouse({ items: [...rowsById.values()], receipts: payments, today: day });
    for (const { item, state } of settled.items) rowsById.set(item.PaymentScheduleID, { ...item, ...state });
    for (const { receipt, settlement } of settled.receipts)
      payments[receipt.PaymentReceiptID] = { ...receipt, ...settlement };
  }

  function markPaid(installments: readonly Installment[]): void {
    for (const row of listCurrentRows(installments)) {
      if (day > lastBulkDay) recentPayments.push({ day, payment: row.PaymentScheduleID });
      rowsById.set(row.PaymentScheduleID, { ...row, ...applyTick(row, day) });
    }
  }

  function applyPenalties(date: Day): void {
    for (const row of rowsById.values()) rowsById.set(row.PaymentScheduleID, withPenalty(row, date));
  }

  function listCurrentRows(installments: readonly Installment[]): Installment[] {
    return installments.flatMap(({ PaymentScheduleID }) => rowsById.get(PaymentScheduleID) ?? []);
  }
}

interface PaymentDayOptions extends Omit<SimulationOptions, "rows"> {
  installments: readonly Installment[];
  /** The day of the last payment. */
  after: Day;
}

/** A day around the due date: not before the last payment, not in the future. */
function pickPaymentDay({ installments, habit, random, today, after }: PaymentDayOptions): Day {
  const dueDate = (habit.paysAfterLastDue ? installments.at(-1) : installments[0])?.DueDate ?? today;
  const delayDays = random.chance(habit.lateProbability) ? random.between(16, 40) : random.between(-maxDaysEarly, 8);
  const plannedDay = addDays(dueDate, delayDays);
  const pastDay = plannedDay > today ? addDays(today, -random.between(0, 6)) : plannedDay;
  return pastDay < after ? after : pastDay;
}

/** The method of a payment with its details. Online payments and every second transfer lack them. */
function pickMethod(random: SeededRandom, day: Day): PaymentMethod {
  const drawn = random.next();
  const details = { Reference: "", BankName: "", ChequeNo: "", ChequeDate: null, Remarks: "" };
  if (drawn < 0.4) return { ...details, PaymentMethod: "Cash", Remarks: random.chance(0.3) ? "Paid at office" : "" };
  if (drawn < 0.65) {
    const bank = random.chance(0.5)
      ? { BankName: "Meezan", Reference: String(random.between(10_000, 99_999)) }
      : { BankName: "", Reference: "" };
    return { ...details, ...bank, PaymentMethod: "Bank Transfer" };
  }
  if (drawn < 0.9) return { ...details, PaymentMethod: "Online" };
  return {
    ...details,
    PaymentMethod: "Cheque",
    BankName: random.pick(["HBL", "MCB", "UBL"]),
    ChequeNo: String(random.between(100_000, 999_999)),
    ChequeDate: day,
  };
}
