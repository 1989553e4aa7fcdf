import type { Day } from "../../../shared/dates.ts";
import type { Actor } from "../../commits/commit.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import type { Transaction } from "../../commits/transaction.ts";

/** The people who do the work of the last days. */
export type Staff = Readonly<Record<"cashier" | "manager", Actor>>;

/** A step of the last days, in a commit of its own. */
export interface StaffTask {
  by: keyof Staff | "system";
  run: (ctx: RequestContext) => Promise<unknown>;
}

/** A task with one transaction. */
export function createTask(by: StaffTask["by"], work: (tx: Transaction) => Promise<unknown>): StaffTask {
  return { by, run: (ctx) => ctx.transaction(work) };
}

/** 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(day: Day): number {
  return new Date(day).getUTCDay();
}
