import type { Day } from "../../shared/dates.ts";
import { type AmountLimit, exceedsBackdateLimit, isAboveLimit } from "../../shared/domain/approval-limits.ts";
import type { AnyResource, StoredRow } from "../../shared/registry.ts";
import { type Limits, society } from "../../shared/resources/society.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Doc, idOf } from "../database/store.ts";
import { ApprovalRequired, type ApprovalSubject } from "../errors.ts";

/** The operation that needs approval; by default for one house and without details. */
type Subject = Omit<ApprovalSubject, "HouseCount" | "Details" | "Versions"> &
  Partial<Pick<ApprovalSubject, "HouseCount" | "Details">> & { versions: ApprovalSubject["Versions"] };

/**
 * Throws ApprovalRequired if the amount is above the society's limit and not approved yet. Call it after the work, so
 * that a request that is not possible is refused and not sent for approval.
 */
export async function assertWithinLimit(tx: Transaction, limit: AmountLimit, subject: Subject): Promise<void> {
  if (tx.isApproved) return;
  const limits = await readLimits(tx);
  if (limits && isAboveLimit(limits[limit], subject.Amount)) throw approvalRequired(subject);
}

/** Throws ApprovalRequired if the society requires approval to unlock a month, and this request is not approved yet. */
export async function assertUnlockApproved(tx: Transaction, subject: Subject): Promise<void> {
  if (!tx.isApproved && (await readLimits(tx))?.Unlock) throw approvalRequired(subject);
}

/**
 * A function that returns whether a receipt with this payment date, one of `days`, needs approval: the date is more
 * days in the past than the society allows, and the request is not approved yet.
 */
export async function createBackdateCheck(tx: Transaction, days: readonly Day[]): Promise<(day: Day) => boolean> {
  const mayNeedApproval = !tx.isApproved && days.some((day) => day < tx.today);
  const limits = mayNeedApproval ? await readLimits(tx) : undefined;
  return (day) => limits !== undefined && exceedsBackdateLimit(limits, { day, today: tx.today });
}

/** Names a record in its present version. If the record changes before the decision, the call is not approved. */
export function versionOf(
  resource: AnyResource,
  row: Pick<StoredRow, "Version"> & Doc,
): ApprovalSubject["Versions"][number] {
  return { Resource: resource.name, RecordID: idOf(resource, row), Version: row.Version };
}

async function readLimits(tx: Transaction): Promise<Limits | undefined> {
  return (await tx.findFirst(society, {}))?.Limits;
}

/** The error for a call that needs approval. */
export function approvalRequired({ versions, ...subject }: Subject): ApprovalRequired {
  return new ApprovalRequired({ HouseCount: 1, Details: "", ...subject, Versions: versions });
}
