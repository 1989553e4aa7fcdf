import { createMessage } from "../../shared/messages.ts";
import { canSeeRow } from "../../shared/permissions.ts";
import { type Plot, plot } from "../../shared/resources/plot.ts";
import type { Transaction } from "../commits/transaction.ts";
import { invalidField } from "../errors.ts";
import { nameKey } from "./imports/cell-values.ts";

/**
 * The house with this number, ignoring case. Throws 400 for the field `HouseNo` if the viewer can see no such house.
 */
export async function findHouse(tx: Transaction, HouseNo: string): Promise<Plot> {
  const [house] = await tx.find(plot, { HouseNo }, { limit: 1, ignoreCase: true });
  if (house && canSeeRow(tx.viewer, plot, house)) return house;
  throw invalidField("HouseNo", createMessage("unknown-reference", { label: "House" }));
}

/** The houses that the viewer can see, by the `nameKey` of their number. */
export async function readHousesByNumber(tx: Transaction): Promise<ReadonlyMap<string, Plot>> {
  const houses = (await tx.find(plot, {})).filter((house) => canSeeRow(tx.viewer, plot, house));
  return new Map(houses.map((house) => [nameKey(house.HouseNo), house]));
}

/** Locks the houses, so that of concurrent payments the later one is retried and no installment is paid twice. */
export function lockHouses(tx: Transaction, PlotIDs: readonly number[]): Promise<void> {
  return tx.lockRows(plot, PlotIDs, "HouseNo");
}
