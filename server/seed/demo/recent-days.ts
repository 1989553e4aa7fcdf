import { addDays, type Day, societyToday } from "../../../shared/dates.ts";
import { groupBy } from "../../../shared/domain/collections.ts";
import { tickRow } from "../../../shared/domain/row-payments.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { users } from "../../../shared/resources/users.ts";
import type { Clock } from "../../clock.ts";
import type { Actor } from "../../commits/commit.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { Core } from "../../core.ts";
import { inArray } from "../../database/store.ts";
import { penaltyJob } from "../../features/payment-schedule/penalty-job.ts";
import { addReceipts } from "../../services/receipts/add-receipts.ts";
import { addResidentClaim, listAdjustmentTasks } from "./adjustments.ts";
import type { SeededExpense } from "./expenses.ts";
import type { RecentPayment } from "./payments.ts";

interface RecentDaysOptions {
  payments: readonly RecentPayment[];
  expenses: readonly SeededExpense[];
  staff: readonly Actor[];
  /** Claims a payment on the last day. */
  resident: Actor | undefined;
  clock: Clock;
  from: Day;
  /** The current time, at which the last day ends. */
  now: Date;
}

/** Office hours in minutes UTC: 9:00 to 17:00 in Pakistan. */
const [openingMinute, closingMinute] = [4 * 60, 12 * 60];

/** Receipts are mailed on the second evening. */
const mailDelayDays = 2;

/**
 * Writes each payment, expense, adjustment and round of mails since `from` in a commit of its own, by a member of the
 * staff.
 */
export async function writeRecentDays(core: Core, options: RecentDaysOptions): Promise<void> {
  const { clock, staff, resident, now } = options;
  const paymentsByDay = groupBy(options.payments, ({ day }) => day);
  const expensesByDay = groupBy(options.expenses, ({ CreatedAt }) => CreatedAt.slice(0, 10));
  const today = societyToday(now);
  for (let day = options.from; day <= today; day = addDays(day, 1)) {
    await applyPenalties(day);
    const tasks = [
      ...(paymentsByDay.get(day) ?? []).map((payment) => (tx: Transaction) => recordPayment(tx, payment)),
      ...(expensesByDay.get(day) ?? []).map((expense) => async (tx: Transaction) => {
        await tx.insert(expenses, expense);
      }),
      ...listAdjustmentTasks({ day, today }),
      (tx: Transaction) => markMailed(tx, addDays(day, -mailDelayDays)),
    ];
    for (const [index, task] of tasks.entries()) {
      setTime(day, openingMinute + ((index + 1) / tasks.length) * (closingMinute - openingMinute));
      const by = staff[index % staff.length];
      if (!by) throw new Error("The demo has no staff");
      await core.createSystemContext("demo").withActor(by).transaction(task);
    }
  }

  if (resident)
    await core
      .createSystemContext("demo")
      .withActor(resident)
      .transaction((tx) => addResidentClaim(tx, { houseNo: "C-57", day: today }));

  async function applyPenalties(day: Day): Promise<void> {
    setTime(day, 0);
    const { store, createSystemContext } = core;
    const ctx = createSystemContext(penaltyJob.name);
    await penaltyJob.run({ ctx, store, signal: new AbortController().signal });
  }

  function setTime(day: Day, minute: number): void {
    const time = new Date(Date.parse(day) + minute * 60_000);
    clock.set(time < now ? time : now);
  }
}

/** The people who write the demo's last days: the manager and a cashier, whose account is added. */
export async function insertStaff(tx: Transaction): Promise<Actor[]> {
  const [manager] = await tx.find(users, { Username: "manager" });
  if (!manager) throw new Error("The demo has no manager");
  const { UserID: _id, Version: _version, ...account } = manager;
  const cashier = await tx.insert(users, { ...account, Username: "sana", FullName: "Sana Iqbal" });
  return [cashier, cashier, manager].map(({ UserID, FullName }) => ({ UserID, name: FullName }));
}

/** The demo's resident, who claims a payment. */
export async function findResident(tx: Transaction): Promise<Actor | undefined> {
  const resident = await tx.findFirst(users, { Username: "resident" });
  return resident && { UserID: resident.UserID, name: resident.FullName };
}

async function recordPayment(tx: Transaction, { day, house, payment }: RecentPayment): Promise<void> {
  if (typeof payment !== "number") {
    await addReceipts(tx, [{ input: { ...payment, HouseNo: house.HouseNo, AccountID: null }, house }]);
    return;
  }
  const row = await tx.get(paymentSchedule, payment);
  tx.update(paymentSchedule, row, tickRow(row, day));
}

/** Marks the receipts of this day as mailed. */
async function markMailed(tx: Transaction, PaymentDate: Day): Promise<void> {
  const receipts = await tx.find(paymentReceipt, { PaymentDate, IsEmailSent: 0, VoidedAt: null });
  const houses = await tx.find(plot, { PlotID: inArray(receipts.map(({ PlotID }) => PlotID)) });
  const withEmail = new Set(houses.filter(({ EmailID }) => EmailID !== "").map(({ PlotID }) => PlotID));
  for (const row of receipts) if (withEmail.has(row.PlotID)) tx.update(paymentReceipt, row, { IsEmailSent: 1 });
}
