import { addDays, type Day, formatDay, startOfDay } from "../../shared/dates.ts";
import { amountDueOn, certificateStateOn } from "../../shared/domain/certificate.ts";
import type { DatedItem } from "../../shared/domain/schedule.ts";
import { groupBy } from "../../shared/grouping.ts";
import { createMessage } from "../../shared/messages.ts";
import { formatPaisa, sumPaisa } from "../../shared/money.ts";
import { isRowOf } from "../../shared/registry.ts";
import { type Certificate, certificate, type WithdrawalReason } from "../../shared/resources/certificate.ts";
import { ownership } from "../../shared/resources/ownership.ts";
import { plot } from "../../shared/resources/plot.ts";
import { newSociety, society } from "../../shared/resources/society.ts";
import type { StagedChange } from "../commits/flush.ts";
import type { Transaction } from "../commits/transaction.ts";
import { inArray, type Store } from "../database/store.ts";
import { conflict } from "../errors.ts";
import { readOpenItems, toHouseItem } from "./house-items.ts";

/** Number of open items that an error lists. It gives only the count of further ones. */
const maxListedItems = 5;

/**
 * Issues a certificate to the house. Throws 409 with the open items while anything is due. Locks the house like every
 * transaction that makes an amount due, so that the later of two concurrent ones finds the changes of the earlier one.
 */
export async function issueCertificate(tx: Transaction, PlotID: number): Promise<Certificate> {
  await tx.lockRows(plot, [PlotID], "PlotID");
  const { CategoryID, HouseNo, OwnerName, OwnedFrom } = await tx.get(plot, PlotID);
  const items = await readOpenItems(tx, PlotID);
  const due = items.map((item) => ({ ...item, due: amountDueOn(item, tx.today) })).filter((item) => item.due > 0);
  if (due.length > 0) {
    const listed = due.slice(0, maxListedItems).map((item) => `${formatDay(item.DueDate)} ${formatPaisa(item.due)}`);
    const rest = due.length > maxListedItems ? [`+${due.length - maxListedItems}`] : [];
    const amount = formatPaisa(sumPaisa(due.map((item) => item.due)));
    throw conflict(
      createMessage("certificate-dues", { house: HouseNo, amount, items: [...listed, ...rest].join(", ") }),
    );
  }
  const { CertificateDays } = (await tx.findFirst(society, {})) ?? newSociety;
  return tx.insert(certificate, {
    CertificateNo: await tx.allocateNumbers("CertificateNo"),
    PlotID,
    CategoryID,
    HouseNo,
    OwnerName,
    OwnedFrom,
    IssuedOn: tx.today,
    ValidUntil: addDays(tx.today, CertificateDays),
    State: "valid",
    StateSince: tx.now.toISOString(),
    WithdrawalReason: null,
  });
}

/**
 * Withdraws the valid certificates of houses with an item of which more is due today than before the transaction, or
 * with a new owner. Runs at the end of every transaction, so that features that change amounts need no code for
 * certificates.
 */
export async function withdrawCertificates(tx: Transaction): Promise<void> {
  const reasons = new Map(tx.staged.flatMap((change) => toWithdrawal(change, tx.today)));
  if (reasons.size === 0) return;
  for (const row of await tx.find(certificate, { PlotID: inArray([...reasons.keys()]), State: "valid" }))
    tx.update(certificate, row, {
      State: "withdrawn",
      StateSince: tx.now.toISOString(),
      WithdrawalReason: reasons.get(row.PlotID) ?? "due",
    });
}

function toWithdrawal({ resource, before, after }: StagedChange, today: Day): [PlotID: number, WithdrawalReason][] {
  // Every transfer adds an ownership with a first day. The plot's OwnedFrom does not show every transfer: it stays the
  // same if the previous owner began on the same day.
  if (resource.name === ownership.name)
    return before === null && isRowOf(ownership, after) && after.From !== null ? [[after.PlotID, "transfer"]] : [];
  const item = toHouseItem(resource.name, after);
  if (!item) return [];
  const earlier = toHouseItem(resource.name, before);
  const isMore = amountDueOn(item, today) > (earlier ? amountDueOn(earlier, today) : 0);
  return isMore ? [[item.PlotID, "due"]] : [];
}

/**
 * Updates the valid certificates, every day: they become expired after their last day, and withdrawn when an item falls
 * due.
 */
export async function updateCertificateStates(tx: Transaction): Promise<void> {
  const rows = await tx.find(certificate, { State: "valid" });
  if (rows.length === 0) return;
  const items = await readOpenItems(tx, inArray(rows.map(({ PlotID }) => PlotID)));
  const itemsByPlot = groupBy(items, ({ PlotID }) => PlotID);
  for (const row of rows) {
    const current = computeStatus(row, itemsByPlot.get(row.PlotID) ?? [], tx.today);
    if (current.State !== row.State) tx.update(certificate, row, current);
  }
}

/** The state of the certificate on that day and since when, even if the daily job has not stored it yet. */
export async function readCertificateStatus(store: Store, row: Certificate, today: Day): Promise<CertificateStatus> {
  return computeStatus(row, await readOpenItems(store, row.PlotID), today);
}

type CertificateStatus = Pick<Certificate, "State" | "StateSince" | "WithdrawalReason">;

/** The state on that day, computed from the open items of the house. */
function computeStatus(row: Certificate, items: readonly DatedItem[], today: Day): CertificateStatus {
  const { StateSince, WithdrawalReason, ValidUntil } = row;
  const [firstDue] = items
    .filter((item) => amountDueOn(item, today) > 0)
    .map(({ DueDate }) => DueDate)
    .sort();
  const State = certificateStateOn(row, { today, firstDue });
  if (State === row.State || State === "valid") return { State, StateSince, WithdrawalReason };
  return State === "withdrawn"
    ? { State, StateSince: startOfDay(firstDue ?? today).toISOString(), WithdrawalReason: "due" }
    : { State, StateSince: startOfDay(addDays(ValidUntil, 1)).toISOString(), WithdrawalReason };
}
