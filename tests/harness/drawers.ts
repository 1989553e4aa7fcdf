import type { RecordOf } from "../../shared/registry.ts";
import { drawer } from "../../shared/resources/drawer.ts";
import { setLimits } from "./approvals.ts";
import type { Person } from "./person.ts";
import { parseRecord } from "./reply.ts";

type DrawerRecord = RecordOf<typeof drawer>;

/** Opens a drawer with a float of Rs 1,000. */
export async function openDrawer(cashier: Person): Promise<DrawerRecord> {
  return parseRecord(drawer, await cashier.post("/drawer", { Float: 1000 }));
}

/** Closes the drawer with this counted amount in rupees, in coins of one rupee and notes of 5,000. */
export function closeDrawer(cashier: Person, { DrawerID }: Pick<DrawerRecord, "DrawerID">, counted: number) {
  const Denominations = { "5000": Math.floor(counted / 5000), "1": counted % 5000 };
  return cashier.post(`/drawer/${DrawerID}/close`, { Denominations, DifferenceReason: "Counted twice" });
}

/** The drawer as its list has it. */
export async function readDrawer(
  reader: Person,
  { DrawerID }: Pick<DrawerRecord, "DrawerID">,
): Promise<DrawerRecord | undefined> {
  const rows = await reader.list(drawer);
  return rows.find((row) => row.DrawerID === DrawerID);
}

/** Makes an open drawer a condition of receipts in cash. */
export function requireDrawer(admin: Person): Promise<void> {
  return setLimits(admin, { RequireDrawer: true });
}
