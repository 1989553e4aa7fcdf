import { createMessage } from "../../shared/messages.ts";
import { role } from "../../shared/resources/role.ts";
import type { Transaction } from "../commits/transaction.ts";
import { forbidden } from "../errors.ts";
import { readRights } from "./grant-limits.ts";

interface AccountAccess {
  RoleID: number;
  PlotIDs: readonly number[];
}

/** Refuses (403) to let the viewer touch, or make, an account that may do or see more than the viewer. */
export async function assertWithinOwnRights(tx: Transaction, { RoleID, PlotIDs }: AccountAccess): Promise<void> {
  const { permissions, scope, plots } = tx.viewer;
  const held = await tx.get(role, RoleID);
  if (scope === "own" && (held.Scope === "all" || PlotIDs.some((id) => !plots.has(id))))
    throw forbidden(createMessage("grant-beyond-own-rights"));
  for (const right of (await readRights(tx)).get(RoleID) ?? []) {
    const [page = "", flag = ""] = right.split(" ");
    if (permissions[page]?.[flag] !== true) throw forbidden(createMessage("grant-beyond-own-rights"));
  }
}
