import { monthOf } from "../../shared/dates.ts";
import type { ReportDocument } from "../../shared/documents/month-report.ts";
import type { RowOf } from "../../shared/registry.ts";
import { monthReport } from "../../shared/resources/month-report.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { SecretStore } from "../database/secret-store.ts";
import type { Store } from "../database/store.ts";
import { type ReportServices, readMonthReport } from "./month-report.ts";
import { countTotals } from "./running-totals.ts";

export type LockedReportRow = RowOf<typeof monthReport>;

/**
 * A locked report: the content, and the PDF after it was rendered for the first time. It is no secret, but it is kept
 * in the secret store, because a record with it would make commits large.
 */
interface LockedReport {
  document: ReportDocument;
  /** In base64. */
  pdf?: string;
}

/**
 * Stores the report of the month `through`, and of each earlier month after `after` that has installments, charges or
 * expenses. Months are YYYY-MM; `after` is the last month that was locked before, null for none.
 */
export async function storeLockedReports(
  tx: Transaction,
  {
    after,
    through,
    store,
    services,
  }: { after: string | null; through: string; store: Store; services: ReportServices },
): Promise<void> {
  const totals = await tx.query((session) => countTotals(store, { session }));
  const earlier = [...totals.months.keys()].filter((month) => month < through && (after === null || month > after));
  const lockedBy = { LockedBy: tx.by.name, LockedAt: tx.now.toISOString() };
  const notUnlocked = { UnlockedAt: null, UnlockedBy: null, UnlockReason: null };
  const rows = await tx.insertMany(
    monthReport,
    [...earlier.sort(), through].map((Month) => ({ Month, ...lockedBy, ...notUnlocked })),
  );
  for (const row of rows) {
    const month = monthOf(row.Month);
    const report = await readMonthReport(month, { source: tx, totals, viewer: tx.viewer, services });
    tx.putSecret({ key: keyOf(row), value: { document: { ...report, ...month } } });
  }
}

/**
 * The row of the locked report of this month; undefined for a month that is not locked, or whose lock stored no report
 * for it.
 */
export async function findLockedReport(
  store: Pick<Store, "find">,
  Month: string,
): Promise<LockedReportRow | undefined> {
  const [row] = await store.find(monthReport, { Month, UnlockedAt: null }, { limit: 1 });
  return row;
}

/** The content of the locked report. */
export async function readLockedReport(secretStore: SecretStore, row: LockedReportRow): Promise<LockedReport> {
  // Only this file writes the value.
  return (await secretStore.read(keyOf(row))) as LockedReport;
}

/** Stores the PDF, in base64, unless one is stored already. Returns the stored PDF. */
export async function storeLockedReportPdf(tx: Transaction, row: LockedReportRow, pdf: string): Promise<string> {
  const stored = (await tx.readSecret(keyOf(row))) as LockedReport;
  if (stored.pdf !== undefined) return stored.pdf;
  tx.putSecret({ key: keyOf(row), value: { ...stored, pdf } });
  return pdf;
}

function keyOf({ MonthReportID }: LockedReportRow): string {
  return `report of a locked month ${MonthReportID}`;
}
