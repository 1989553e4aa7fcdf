import { addDays, addMonths, type Day, dayOfMonth, daysBetween, monthOf, societyDayAt } from "../../../shared/dates.ts";
import { applyTick } from "../../../shared/domain/item-payments.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { type User, users } from "../../../shared/resources/users.ts";
import type { Clock } from "../../clock.ts";
import type { Actor } from "../../commits/commit.ts";
import type { Transaction } from "../../commits/transaction.ts";
import type { Core } from "../../core.ts";
import { createBills } from "../../features/bill/create-bills.ts";
import { applyAllDuePenalties } from "../../services/penalties.ts";
import { addReceipts } from "../../services/receipts/add-receipts.ts";
import { addResidentClaim, listAdjustmentTasks } from "./adjustments.ts";
import { listBankTasks } from "./bank.ts";
import { listCounterTasks } from "./drawers.ts";
import type { SeededExpense } from "./expenses.ts";
import { listMailTasks } from "./mails.ts";
import type { RecentPayment } from "./payments.ts";
import { isPenaltyDay } from "./schedule.ts";
import { createTask, type Staff, type StaffTask } from "./staff-task.ts";

interface RecentDaysOptions {
  payments: readonly RecentPayment[];
  expenses: readonly SeededExpense[];
  staff: Staff;
  /** Claims a payment on the last day. */
  resident: Actor | undefined;
  bankAccountId: number;
  /** Whether there is no mail server, so that mails are saved as files. Otherwise no mail is recorded. */
  savesMailsAsFiles: boolean;
  clock: Clock;
  /** The first day. */
  from: Day;
  /** The current time, at which the last day ends. */
  now: Date;
}

/** Office hours in minutes UTC: 9:00 to 17:00 in Pakistan. */
const [openingMinute, closingMinute] = [4 * 60, 12 * 60];

/**
 * Writes what the staff does from the day `from` until now, each payment, count, deposit, adjustment and so on in a
 * commit of its own. Sets the clock to the time of each commit.
 */
export async function writeRecentDays(core: Core, options: RecentDaysOptions): Promise<void> {
  const { clock, staff, resident, from, now, bankAccountId } = options;
  const paymentsByDay = groupBy(options.payments, ({ day }) => day);
  const expensesByDay = groupBy(options.expenses, ({ CreatedAt }) => CreatedAt.slice(0, 10));
  const today = societyDayAt(now);
  for (let day = from; day <= today; day = addDays(day, 1)) {
    if (isPenaltyDay(day)) await applyPenalties(day);
    const tasks = listTasks(day);
    for (const [index, task] of tasks.entries()) {
      setTime(day, openingMinute + ((index + 1) / tasks.length) * (closingMinute - openingMinute));
      const ctx = core.createSystemContext("demo").withoutGroupCommit();
      await task.run(task.by === "system" ? ctx : ctx.withActor(staff[task.by]));
    }
  }

  if (resident)
    await core
      .createSystemContext("demo")
      .withActor(resident)
      .transaction((tx) => addResidentClaim(tx, { houseNo: "C-57", day: today }));

  function listTasks(day: Day): StaffTask[] {
    const daysAgo = daysBetween(day, today);
    const officeTasks = [
      ...(expensesByDay.get(day) ?? []).map((expense) => createTask("manager", (tx) => tx.insert(expenses, expense))),
      ...listBillTasks({ day, from, today }),
      ...listBankTasks({ day, bankAccountId }),
      ...listAdjustmentTasks({ day, daysAgo, bankAccountId }),
    ];
    const payments = (paymentsByDay.get(day) ?? []).map((payment) => (tx: Transaction) => recordPayment(tx, payment));
    return [
      ...listCounterTasks({ day, daysAgo, staff, officeTasks, payments }),
      ...(options.savesMailsAsFiles ? listMailTasks({ day, daysAgo }) : []),
    ];
  }

  async function applyPenalties(day: Day): Promise<void> {
    setTime(day, 0);
    const { store, createSystemContext } = core;
    await applyAllDuePenalties({ ctx: createSystemContext("penalties"), store });
  }

  function setTime(day: Day, minute: number): void {
    const time = new Date(Date.parse(day) + minute * 60_000);
    clock.set(time < now ? time : now);
  }
}

/** The bills of last month on the first of the days, and those of this month as soon as it begins. */
function listBillTasks({ day, from, today }: { day: Day; from: Day; today: Day }): StaffTask[] {
  const thisMonth = monthOf(today);
  const lastMonth = addMonths(thisMonth, -1);
  const firstOfMonth = dayOfMonth({ ...thisMonth, day: 1 });
  return [
    ...(day === from ? [lastMonth] : []),
    ...(day === firstOfMonth || (day === from && from > firstOfMonth) ? [thisMonth] : []),
  ].map(({ month, year }) => createTask("manager", (tx) => createBills(tx, { Month: month, Year: year })));
}

/** Inserts the account of a cashier. Returns the cashier and the manager, who do the work of the last days. */
export async function insertStaff(tx: Transaction): Promise<Staff> {
  const [manager] = await tx.find(users, { Username: "manager" });
  if (!manager) throw new Error("The demo has no manager");
  const { UserID: _id, Version: _version, ...account } = manager;
  const cashier = await tx.insert(users, { ...account, Username: "sana", FullName: "Sana Iqbal" });
  return { cashier: toActor(cashier), manager: toActor(manager) };
}

function toActor({ UserID, FullName }: User): Actor {
  return { UserID, name: FullName };
}

/** The resident who claims a payment. */
export async function findResident(tx: Transaction): Promise<Actor | undefined> {
  const resident = await tx.findFirst(users, { Username: "resident" });
  return resident && toActor(resident);
}

async function recordPayment(tx: Transaction, { day, house, payment }: RecentPayment): Promise<void> {
  if (typeof payment !== "number") {
    await addReceipts(tx, [{ input: { ...payment, HouseNo: house.HouseNo, AccountID: null }, house }]);
    return;
  }
  const row = await tx.get(paymentSchedule, payment);
  // Credit has paid it meanwhile.
  if (row.IsPaid) return;
  tx.update(paymentSchedule, row, applyTick(row, day));
}
