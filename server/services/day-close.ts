import { z } from "zod";
import { addDays, type Day, formatDay, startOfDay } from "../../shared/dates.ts";
import { sumDrawers, summarizeDay } from "../../shared/domain/day-close.ts";
import { drawerResourceNames, listMovements, type Movement } from "../../shared/domain/drawers.ts";
import { createMessage } from "../../shared/messages.ts";
import { zero } from "../../shared/money.ts";
import { type DayClose, dayClose } from "../../shared/resources/day-close.ts";
import { type Drawer, drawer } from "../../shared/resources/drawer.ts";
import { importBatch } from "../../shared/resources/import-batch.ts";
import type { Transaction } from "../commits/transaction.ts";
import { where } from "../database/store.ts";
import { conflict } from "../errors.ts";
import { assertBookDate } from "./adjustments.ts";
import { lockDayCloses } from "./counted-cash.ts";

/**
 * Closes a day: inserts its sheet and stores the sheet's id in the drawers. The sheet has the payments that users
 * recorded, changed and voided in the commits until the end of the day that are in this snapshot and on no earlier
 * sheet. Later commits are on the next sheet. Throws 409 if the day or a later one is closed, or if a drawer that was
 * opened by the end of the day is still open.
 */
export async function closeDay(tx: Transaction, date: Day): Promise<DayClose> {
  assertBookDate(date, tx.today);
  await lockDayCloses(tx);
  const closed = await tx.findFirst(dayClose, { Date: where({ $gte: date }) });
  if (closed) throw conflict(createMessage("day-already-closed", { day: formatDay(closed.Date) }), closed);
  const end = startOfDay(addDays(date, 1));
  const drawers = await findDrawersOfSheet(tx, end);
  const open = drawers.filter(({ IsClosed }) => IsClosed === 0);
  if (open.length > 0)
    throw conflict(createMessage("drawers-open", { names: open.map(({ Cashier }) => Cashier).join(", ") }));
  const position = parsePosition(await tx.readSecret(positionKey));
  // The first sheet begins at the start of its day, or when the first of its drawers was opened.
  const from = position
    ? new Date(position.through.getTime() - marginMs)
    : earliest([startOfDay(date), ...drawers.map(({ OpenedAt }) => new Date(OpenedAt))]);
  const { movements, recent } = await readMovements(tx, { from, to: end, skipped: new Set(position?.recent) });
  const through = earliest([tx.now, end]);
  tx.putSecret({ key: positionKey, value: { through, recent } satisfies Position });
  const sheet = await tx.insert(dayClose, {
    Date: date,
    ClosedAt: tx.now.toISOString(),
    ClosedBy: tx.by.name,
    ChainHead: await tx.readLastAnchorHash(),
    ...summarizeDay(movements),
    ...sumDrawers(drawers),
    Drawers: drawers.map(toSheetDrawer),
  });
  for (const row of drawers) tx.update(drawer, row, { DayCloseID: sheet.DayCloseID });
  return sheet;
}

/** The drawers that were opened before the end of the day and are on no sheet. */
function findDrawersOfSheet(tx: Transaction, end: Date): Promise<Drawer[]> {
  return tx.find(drawer, { DayCloseID: null, OpenedAt: where({ $lt: end.toISOString() }) });
}

function toSheetDrawer(row: Drawer): DayClose["Drawers"][number] {
  const { DrawerID, Cashier, OpenedAt, Float, OtherIncome, Refunds, Expenses, Expected, ByMethod } = row;
  const { ClosedAt, Counted, Difference, DifferenceReason, HandedTo } = row;
  return {
    ...{ DrawerID, Cashier, OpenedAt, ClosedAt: ClosedAt ?? OpenedAt, Float },
    ...{ Receipts: ByMethod.Cash, Cheques: ByMethod.Cheque, OtherIncome, Refunds, Expenses, Expected },
    ...{ Counted: Counted ?? zero, Difference: Difference ?? zero, DifferenceReason, HandedTo },
  };
}

/**
 * Where the last sheet ended: it has the commits before `through`. `recent` lists its transactions in the last
 * `marginMs` before that. The next sheet reads this time again, for commits that the snapshot did not contain yet, and
 * skips these transactions.
 */
const positionSchema = z.object({ through: z.date(), recent: z.array(z.string()) });

type Position = z.output<typeof positionSchema>;

const positionKey = "day close position";

function parsePosition(stored: unknown): Position | undefined {
  return stored === undefined ? undefined : positionSchema.parse(stored);
}

/**
 * The maximum age of a commit that the snapshot of a sheet does not contain yet: longer than the longest transaction
 * and the difference between the servers' clocks together.
 */
const marginMs = 10 * 60_000;

/**
 * Reads the commits from `from` (included) to `to` (excluded). Returns their movements, except those of transactions
 * in `skipped` and those of undos of imports, because the imports are on no sheet. `recent`: the transactions that the
 * next sheet must skip.
 */
async function readMovements(
  tx: Transaction,
  { from, to, skipped }: { from: Date; to: Date; skipped: ReadonlySet<string> },
): Promise<{ movements: Movement[]; recent: string[] }> {
  const movements: { transaction: string; movement: Movement }[] = [];
  const recent: string[] = [];
  const undos = new Set<string>();
  const recentFrom = earliest([tx.now, to]).getTime() - marginMs;
  await tx.visitCommits({ from, to, resources: visitedResourceNames }, ({ at, transaction, changes }) => {
    if (at.getTime() >= recentFrom) recent.push(transaction);
    if (skipped.has(transaction)) return;
    // Undos are left out at the end: a large commit is read in several parts, of which only one has the import batch.
    for (const { resource: name, before, after } of changes)
      if (name === importBatch.name && typeof after?.UndoneAt === "string") undos.add(transaction);
      else
        for (const movement of listMovements({ resource: { name }, before, after }))
          movements.push({ transaction, movement });
  });
  const counted = movements.filter(({ transaction }) => !undos.has(transaction));
  return { movements: counted.map(({ movement }) => movement), recent };
}

const visitedResourceNames: ReadonlySet<string> = new Set([...drawerResourceNames, importBatch.name]);

function earliest(instants: readonly Date[]): Date {
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}
