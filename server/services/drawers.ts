import {
  addMovements,
  type DenominationCounts,
  denominations,
  drawerResourceNames,
  listMovements,
  type Movement,
  newDrawerSums,
  recordKey,
  sumDenominations,
} from "../../shared/domain/drawers.ts";
import { createMessage } from "../../shared/messages.ts";
import { formatPaisa, type Paisa, paisa, subtractPaisa, zero } from "../../shared/money.ts";
import { type Drawer, drawer } from "../../shared/resources/drawer.ts";
import { drawerMovement } from "../../shared/resources/drawer-movement.ts";
import { newSociety, society } from "../../shared/resources/society.ts";
import { users } from "../../shared/resources/users.ts";
import type { Actor } from "../commits/commit.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray } from "../database/store.ts";
import { conflict, invalidField } from "../errors.ts";

/**
 * Adds the payments that this transaction records, changes and voids to the drawers. Called at the end of every
 * transaction, so that features need no code for drawers. A new payment is added to the actor's open drawer. A change
 * is added to the drawer that has the payment; if it is closed or no drawer has the payment, to the actor's drawer.
 * Throws 409 if the society requires a drawer for receipts in cash and the actor has no open one.
 */
export async function recordDrawerMovements(tx: Transaction): Promise<void> {
  // Jobs, seeds and restores have no drawer.
  if (tx.by.UserID === 0) return;
  const changes = tx.staged.filter(({ resource }) => drawerResourceNames.has(resource.name));
  if (changes.length === 0) return;
  const { MethodAccounts, Limits } = (await tx.findFirst(society, {})) ?? newSociety;
  const movements = changes.flatMap((change) => listMovements(change, MethodAccounts));
  if (movements.length === 0) return;
  const ownDrawer = await findOpenDrawer(tx, tx.by.UserID);
  const changed = movements.filter(({ Action }) => Action !== "added");
  const drawers = await findDrawersOfRecords(tx, changed);
  const movementsByDrawer = new Map<number, { row: Drawer; movements: Movement[] }>();
  for (const movement of movements) {
    const drawerOfRecord = drawers.get(recordKey(movement));
    const row = drawerOfRecord?.IsClosed === 0 ? drawerOfRecord : ownDrawer;
    if (row)
      movementsByDrawer.set(row.DrawerID, {
        row,
        movements: [...(movementsByDrawer.get(row.DrawerID)?.movements ?? []), movement],
      });
    else if (Limits.RequireDrawer && addsCashReceipt(movement)) throw conflict(createMessage("drawer-required"));
  }
  for (const { row, movements: drawerMovements } of movementsByDrawer.values()) {
    tx.update(drawer, row, addMovements(row, drawerMovements));
    const At = tx.now.toISOString();
    await tx.insertMany(
      drawerMovement,
      drawerMovements.map((movement) => ({ ...movement, DrawerID: row.DrawerID, At })),
    );
  }
}

/**
 * Throws 409 if a drawer is open. Called before the account for cash changes, because the sums of a drawer are those of
 * this account.
 */
export async function assertDrawersClosed(tx: Transaction): Promise<void> {
  const open = await tx.findFirst(drawer, { IsClosed: 0 });
  if (open) throw createOpenDrawerError(open);
}

export function findOpenDrawer(tx: Transaction, UserID: number): Promise<Drawer | undefined> {
  return tx.findFirst(drawer, { UserID, IsClosed: 0 });
}

type NewDrawer = Pick<Drawer, "UserID" | "Cashier" | "Float"> & Partial<Pick<Drawer, "HandedFrom">>;

/** Opens a drawer. Throws 409 if the user has an open one. */
export async function openDrawer(
  tx: Transaction,
  { UserID, Cashier, Float, HandedFrom = "" }: NewDrawer,
): Promise<Drawer> {
  const open = await findOpenDrawer(tx, UserID);
  if (open) throw createOpenDrawerError(open);
  const record = await tx.findFirst(society, {});
  // A concurrent change of the account for cash conflicts with this lock, is retried and finds the drawer.
  if (record) await tx.lockRows(society, [record.SocietyID], "Float");
  return tx.insert(drawer, {
    ...newDrawerSums(Float),
    UserID,
    Cashier,
    OpenedAt: tx.now.toISOString(),
    IsClosed: 0,
    ClosedAt: null,
    ClosedBy: "",
    Denominations: [],
    Counted: null,
    Difference: null,
    DifferenceReason: "",
    HandedToDrawerID: null,
    HandedTo: "",
    HandedFrom,
    DayCloseID: null,
  });
}

/** The cash that is counted when a drawer is closed. */
type CashCount = Pick<Drawer, "Denominations"> & { Counted: Paisa };

/** The counted notes and coins, and their sum. */
export function toCashCount(counts: DenominationCounts): CashCount {
  const Denominations = denominations.flatMap((Denomination) => {
    const Count = counts[Denomination] ?? 0;
    return Count > 0 ? [{ Denomination, Count }] : [];
  });
  // There are at most 100,000 of each, so their sum in paisa is a safe integer.
  return { Denominations, Counted: paisa(Number(sumDenominations(counts))) };
}

/** Closes the drawer with the counted cash. Throws 400 for a difference without a reason. */
export function closeDrawer(
  tx: Transaction,
  open: Drawer,
  { Denominations, Counted, DifferenceReason }: CashCount & Pick<Drawer, "DifferenceReason">,
): Drawer {
  const Difference = subtractPaisa(Counted, open.Expected);
  if (Difference !== zero && DifferenceReason === "")
    throw invalidField(
      "DifferenceReason",
      createMessage("difference-reason", { counted: formatPaisa(Counted), expected: formatPaisa(open.Expected) }),
    );
  return tx.update(drawer, open, {
    IsClosed: 1,
    ClosedAt: tx.now.toISOString(),
    ClosedBy: tx.by.name,
    Denominations,
    Counted,
    Difference,
    DifferenceReason: Difference === zero ? "" : DifferenceReason,
  });
}

/**
 * Closes the drawer and opens one for the colleague with its cash, by default the expected cash. Throws 400 for cash
 * below zero and for a difference without a reason, and 409 if the colleague has an open drawer. Returns the closed
 * drawer.
 */
export async function handOverDrawer(
  tx: Transaction,
  open: Drawer,
  {
    to: { UserID, name },
    counted = { Denominations: [], Counted: open.Expected },
    DifferenceReason,
  }: { to: Actor; counted?: CashCount } & Pick<Drawer, "DifferenceReason">,
): Promise<Drawer> {
  const { Counted: Float } = counted;
  if (Float < 0) throw invalidField("Denominations", createMessage("drawer-below-zero"));
  // Locks the colleague's account, so that it is not deleted meanwhile.
  await tx.lockRows(users, [UserID], "ToUserID");
  const next = await openDrawer(tx, { UserID, Cashier: name, Float, HandedFrom: open.Cashier });
  const closed = closeDrawer(tx, open, { ...counted, DifferenceReason });
  return tx.update(drawer, closed, { HandedToDrawerID: next.DrawerID, HandedTo: next.Cashier });
}

/** The 409 error, without the row, because only some users may see the drawer of a colleague. */
function createOpenDrawerError(open: Drawer) {
  return conflict(createMessage("wrong-state", { record: drawerName(open), state: "open" }));
}

/** How messages name a drawer. */
export function drawerName({ Cashier }: Pick<Drawer, "Cashier">): string {
  return `${drawer.label} (${Cashier})`;
}

/** The drawers, open or closed, that have these records, by `recordKey`. A removed record is in no drawer. */
export async function findDrawersOfRecords(
  tx: Transaction,
  records: readonly Pick<Movement, "Kind" | "RecordID">[],
): Promise<Map<string, Drawer>> {
  if (records.length === 0) return new Map();
  const alternatives = records.map(({ Kind, RecordID }) => ({ Kind, RecordID }));
  const drawerIds = new Map<string, number>();
  for (const earlier of await tx.find(drawerMovement, { $or: alternatives }))
    if (earlier.Action === "removed") drawerIds.delete(recordKey(earlier));
    else drawerIds.set(recordKey(earlier), earlier.DrawerID);
  const rows = await tx.find(drawer, { DrawerID: inArray([...new Set(drawerIds.values())]) });
  const rowsById = new Map(rows.map((row) => [row.DrawerID, row]));
  return new Map(
    [...drawerIds].flatMap(([key, id]) => {
      const row = rowsById.get(id);
      return row ? [[key, row] as const] : [];
    }),
  );
}

function addsCashReceipt({ Kind, Method, Amount }: Movement): boolean {
  return Kind === "receipt" && Method === "Cash" && Amount > 0;
}
