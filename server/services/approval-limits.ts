import { type Day, daysBetween } from "../../shared/dates.ts";
import type { AnyResource, RowOf, StoredRow } from "../../shared/registry.ts";
import { society } from "../../shared/resources/society.ts";
import type { Transaction } from "../commits/transaction.ts";
import { type Doc, idOf } from "../database/store.ts";
import { ApprovalRequired, type ApprovalSubject } from "../errors.ts";

type Limits = RowOf<typeof society>["Limits"];
type AmountLimit = "Void" | "Waiver" | "Refund" | "WriteOff";

/** What a second person would approve; by default it concerns one house and has no details. */
type Subject = Omit<ApprovalSubject, "HouseCount" | "Details" | "Versions"> &
  Partial<Pick<ApprovalSubject, "HouseCount" | "Details">> & { versions: ApprovalSubject["Versions"] };

/**
 * Throws ApprovalRequired if the amount is above the society's limit and nobody has approved it yet. Call it after the
 * work, so that nobody is asked to approve what is not possible.
 */
export async function assertWithinLimit(tx: Transaction, limit: AmountLimit, subject: Subject): Promise<void> {
  if (tx.isApproved) return;
  const most = (await readLimits(tx))?.[limit] ?? null;
  if (most !== null && subject.Amount > most) throw approvalRequired(subject);
}

/**
 * A function that tells whether a receipt of this payment date needs approval: it lies more days back than the society
 * allows, and nobody has approved it yet.
 */
export async function createBackdateCheck(tx: Transaction, days: readonly Day[]): Promise<(day: Day) => boolean> {
  const mayNeedApproval = !tx.isApproved && days.some((day) => day < tx.today);
  const most = mayNeedApproval ? ((await readLimits(tx))?.BackdateDays ?? null) : null;
  return (day) => most !== null && daysBetween(day, tx.today) > most;
}

/** The version of a record that the requester saw. */
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
