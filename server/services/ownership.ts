import { addDays, type Day } from "../../shared/dates.ts";
import { type Ownership, ownership } from "../../shared/resources/ownership.ts";
import { type ownerDetails, type Plot, plot } from "../../shared/resources/plot.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, type Store } from "../database/store.ts";

/*
 * The only writer of ownerships, besides the undo of an import. A plot has a copy of its current owner's name, contact
 * and first day, which lists, joins and the check of the scope `own` read. The copy and the ownership are written in the
 * same transaction.
 */

type Owner = Pick<Ownership, keyof typeof ownerDetails | "CNIC">;

/** Inserts plots, each with its first ownership. `plots` and the returned rows are in the same order. */
export async function insertPlots(tx: Transaction, plots: readonly Partial<Plot>[]): Promise<Plot[]> {
  const inserted = await tx.insertMany(
    plot,
    plots.map((values) => ({ ...values, OwnedFrom: null, EmailSince: null })),
  );
  await addFirstOwnerships(tx, inserted);
  return inserted;
}

/** Adds the first ownership of each new plot, without a first day. All of them get this CNIC. */
export async function addFirstOwnerships(tx: Transaction, plots: readonly Plot[], CNIC = ""): Promise<void> {
  await tx.insertMany(
    ownership,
    plots.map((row) => ({
      PlotID: row.PlotID,
      ...pickDetails(row),
      ...{ CNIC, From: null, To: null, FeeAdjustmentID: null },
    })),
  );
}

/** Copies the owner's details of edited plots, and the CNIC if it is given, to their current ownerships. */
export async function correctOwners(tx: Transaction, houses: readonly Plot[], CNIC?: string): Promise<void> {
  const current = await readCurrentOwnerships(
    tx,
    houses.map(({ PlotID }) => PlotID),
  );
  for (const house of houses) {
    const owner = getOwnership(current, house.PlotID);
    const corrected: Owner = { ...pickDetails(house), CNIC: CNIC ?? owner.CNIC };
    if (!hasSameDetails(owner, corrected) || owner.CNIC !== corrected.CNIC) tx.update(ownership, owner, corrected);
  }
}

/** Ends the current ownership on the day before `From` and begins the next one, which is returned. */
export async function beginOwnership(
  tx: Transaction,
  house: Plot,
  { From, owner, FeeAdjustmentID }: { From: Day; owner: Owner } & Pick<Ownership, "FeeAdjustmentID">,
): Promise<Ownership> {
  tx.update(ownership, await getCurrentOwnership(tx, house.PlotID), { To: addDays(From, -1) });
  tx.update(plot, house, { ...pickDetails(owner), OwnedFrom: From, EmailSince: tx.now.toISOString() });
  return tx.insert(ownership, { PlotID: house.PlotID, ...owner, From, To: null, FeeAdjustmentID });
}

/**
 * The new EmailSince of a house after an edit: the time of the change from no email address to one. Replacing or
 * clearing the address keeps it.
 */
export function nextEmailSince(before: Plot, { EmailID }: Pick<Plot, "EmailID">, now: Date): string | null {
  return before.EmailID === "" && EmailID !== "" ? now.toISOString() : before.EmailSince;
}

export async function removeOwnerships(tx: Transaction, { PlotID }: Plot): Promise<void> {
  for (const row of await tx.find(ownership, { PlotID })) tx.remove(ownership, row);
}

/** The ownership of the current owner, which every plot has. */
export async function getCurrentOwnership(tx: Transaction, PlotID: number): Promise<Ownership> {
  return getOwnership(await readCurrentOwnerships(tx, [PlotID]), PlotID);
}

async function readCurrentOwnerships(tx: Transaction, plotIds: readonly number[]): Promise<Map<number, Ownership>> {
  const ids = new Set(plotIds);
  const rows = await tx.findIncludingStaged(
    ownership,
    { PlotID: inArray(plotIds), To: null },
    ({ PlotID, To }) => ids.has(PlotID) && To === null,
  );
  return new Map(rows.map((row) => [row.PlotID, row]));
}

function getOwnership(ownerships: ReadonlyMap<number, Ownership>, PlotID: number): Ownership {
  const current = ownerships.get(PlotID);
  if (!current) throw new Error(`Plot ${PlotID} has no current owner`);
  return current;
}

/** Whether the current owner of the house owned it on that day. */
export function wasOwnedByCurrentOwnerOn({ OwnedFrom }: Pick<Plot, "OwnedFrom">, day: Day): boolean {
  return OwnedFrom === null || day >= OwnedFrom;
}

type OwnedHouse = Pick<Plot, "PlotID" | "OwnerName" | "OwnedFrom">;

/**
 * A function that returns the name of the owner of one of these houses on a day. Reads ownerships only if one of the
 * days is before the first day of the current owner.
 */
export async function readOwnerNames(
  source: Pick<Transaction, "find"> | Pick<Store, "find">,
  houseDays: readonly { house: OwnedHouse; day: Day }[],
): Promise<(house: OwnedHouse, day: Day) => string> {
  const beforeCurrentOwner = houseDays.filter(({ house, day }) => !wasOwnedByCurrentOwnerOn(house, day));
  const plotIds = [...new Set(beforeCurrentOwner.map(({ house }) => house.PlotID))];
  const ownerships = plotIds.length === 0 ? [] : await source.find(ownership, { PlotID: inArray(plotIds) });
  return (house, day) => {
    if (wasOwnedByCurrentOwnerOn(house, day)) return house.OwnerName;
    const owner = ownerships.find(
      ({ PlotID, From, To }) => PlotID === house.PlotID && (From === null || From <= day) && To !== null && day <= To,
    );
    return owner?.OwnerName ?? house.OwnerName;
  };
}

const detailNames = ["OwnerName", "LandlineNo", "MobileNo", "EmailID"] as const satisfies (keyof typeof ownerDetails)[];

function pickDetails({ OwnerName, LandlineNo, MobileNo, EmailID }: Pick<Plot, (typeof detailNames)[number]>) {
  return { OwnerName, LandlineNo, MobileNo, EmailID };
}

function hasSameDetails(a: Pick<Plot, (typeof detailNames)[number]>, b: typeof a): boolean {
  return detailNames.every((name) => a[name] === b[name]);
}
