import type { Day } from "../../../shared/dates.ts";
import { denominations } from "../../../shared/domain/drawers.ts";
import { toPaisa } from "../../../shared/money.ts";
import type { Drawer } from "../../../shared/resources/drawer.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { closeDay } from "../../services/day-close.ts";
import { closeDrawer, findOpenDrawer, handOverDrawer, openDrawer, toCashCount } from "../../services/drawers.ts";
import { createTask, dayOfWeek, type Staff, type StaffTask } from "./staff-task.ts";

const morningFloat = toPaisa(5_000);
const friday = 5;

/** Days on which the counted cash is not the expected cash. */
const differences = [
  { daysAgo: 17, rupees: 20, reason: "Change that was not taken" },
  { daysAgo: 9, rupees: -50, reason: "Too much change was given" },
];

interface CounterDay {
  day: Day;
  daysAgo: number;
  staff: Staff;
  /** What the office records in the morning without a drawer. */
  officeTasks: readonly StaffTask[];
  payments: readonly ((tx: Transaction) => Promise<void>)[];
}

/**
 * A day at the counter: the cashier opens a drawer, records the payments and counts the cash, and the manager closes
 * the day. On Fridays the manager takes over the drawer at noon. Today's payments are in no drawer, so that users of
 * the demo can open the first drawer and close the day.
 */
export function listCounterTasks({ day, daysAgo, staff, officeTasks, payments }: CounterDay): StaffTask[] {
  if (daysAgo === 0) return [...officeTasks, ...payments.map((payment) => createTask("cashier", payment))];
  const hasHandover = dayOfWeek(day) === friday;
  const morningPaymentCount = hasHandover ? Math.ceil(payments.length / 2) : payments.length;
  const lastDrawerOwner = hasHandover ? "manager" : "cashier";
  return [
    createTask("cashier", (tx) => openDrawer(tx, { ...ownerOf(staff.cashier), Float: morningFloat })),
    ...officeTasks,
    ...payments.slice(0, morningPaymentCount).map((payment) => createTask("cashier", payment)),
    ...(hasHandover ? [createTask("cashier", (tx) => handOver(tx, staff))] : []),
    ...payments.slice(morningPaymentCount).map((payment) => createTask("manager", payment)),
    createTask(lastDrawerOwner, (tx) => countAndClose(tx, { UserID: staff[lastDrawerOwner].UserID, daysAgo })),
    createTask("manager", (tx) => closeDay(tx, day)),
  ];
}

function ownerOf({ UserID, name }: Staff["cashier"]) {
  return { UserID, Cashier: name };
}

async function handOver(tx: Transaction, { cashier, manager }: Staff): Promise<void> {
  const open = await getOpenDrawer(tx, cashier.UserID);
  await handOverDrawer(tx, open, { to: manager, counted: toFewestNotes(open.Expected), DifferenceReason: "" });
}

async function countAndClose(tx: Transaction, { UserID, daysAgo }: { UserID: number; daysAgo: number }): Promise<void> {
  const open = await getOpenDrawer(tx, UserID);
  const { rupees, reason } = differences.find((difference) => difference.daysAgo === daysAgo) ?? noDifference;
  closeDrawer(tx, open, { ...toFewestNotes(open.Expected + toPaisa(rupees)), DifferenceReason: reason });
}

const noDifference = { rupees: 0, reason: "" };

async function getOpenDrawer(tx: Transaction, UserID: number): Promise<Drawer> {
  const open = await findOpenDrawer(tx, UserID);
  if (!open) throw new Error("The demo has no open drawer");
  return open;
}

/** The fewest notes and coins of this amount, in paisa. */
function toFewestNotes(amount: number): ReturnType<typeof toCashCount> {
  const counts: Record<string, number> = {};
  let rest = amount / 100;
  for (const denomination of denominations) {
    counts[denomination] = Math.floor(rest / denomination);
    rest %= denomination;
  }
  return toCashCount(counts);
}
