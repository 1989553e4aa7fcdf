import { useEffect, useMemo, useState } from "react";
import { type Day, formatMonthYear, isDay, monthOf } from "../../../shared/dates.ts";
import { type StatementDocument, statementFileName } from "../../../shared/documents/statement.ts";
import { adjustmentToPaisa } from "../../../shared/domain/adjustment-records.ts";
import { buildStatement, type Statement, statementToRupees } from "../../../shared/domain/statement.ts";
import { type StatementRecord, statement as statementEndpoint } from "../../../shared/endpoints/statement.ts";
import { toNearestPaisa } from "../../../shared/money.ts";
import type { ApiError } from "../../api/request.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { balanceTopics } from "../../domain/receipts/useHouseBalance.ts";
import { rowToPaisa } from "../../domain/schedule/scheduleEntry.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { describeEntry } from "./StatementRow.tsx";
import { useHasHiddenRecords } from "./useBroughtForward.ts";
import type { HouseRecords } from "./useHouseRecords.ts";

/** First and last day of a statement, inclusive; setting "" restores the default. */
export interface StatementPeriod {
  from: Day;
  to: Day;
  setFrom: (day: string) => void;
  setTo: (day: string) => void;
}

/** The period in the URL; by default from 1 January to today, never from before `earliest`. */
export function useStatementPeriod(today: Day, earliest: Day | null): StatementPeriod {
  const yearStart = `${monthOf(today).year}-01-01`;
  const [fromText, setFrom] = useUrlState("from", yearStart, "replace");
  const [toText, setTo] = useUrlState("to", today, "replace");
  const requestedFrom = isDay(fromText) ? fromText : yearStart;
  const from = earliest !== null && requestedFrom < earliest ? earliest : requestedFrom;
  const to = isDay(toText) ? toText : today;
  return {
    from,
    to,
    setFrom: (day) => isDayOrEmpty(day) && setFrom(day || yearStart),
    setTo: (day) => isDayOrEmpty(day) && setTo(day || today),
  };
}

/** False for an incomplete day, while its year is being typed. */
function isDayOrEmpty(text: string): boolean {
  return text === "" || isDay(text);
}

interface StatementQuery {
  /** Amounts in paisa; undefined until it is loaded, after a failure, and while the last day is before the first. */
  statement: Statement | undefined;
  failure: StatementFailure | undefined;
}

export interface StatementFailure {
  error: ApiError | undefined;
  refetch: () => unknown;
}

/**
 * The statement of the period: computed from the loaded records, or read from the server if these lack what was before
 * the resident owned the house.
 */
export function useStatement(house: PlotRecord, records: HouseRecords, { from, to }: StatementPeriod): StatementQuery {
  const hasHiddenRecords = useHasHiddenRecords(house);
  const isValidPeriod = from <= to;
  const path = statementEndpoint.path.replace(":PlotID", String(house.PlotID));
  const { data, error, refetch } = useLiveRequest<{ data: StatementRecord }>(
    hasHiddenRecords && isValidPeriod ? `${path}?from=${from}&to=${to}` : null,
    balanceTopics,
  );
  const { rows } = records.schedule;
  const receipts = records.receipts.rows;
  const { PlotID, adjustments, isLoading, failedList } = records;
  const serverFailure = error && !data ? { error, refetch } : undefined;
  const failure = failedList ?? serverFailure;
  const isComplete = !isLoading && !failure;
  const statement = useMemo(() => {
    if (!isComplete || !isValidPeriod) return undefined;
    if (hasHiddenRecords) return data && statementToPaisa(data.data);
    return buildStatement({
      PlotID,
      installments: rows.map((row) => ({ ...row, ...rowToPaisa(row) })),
      receipts: receipts.map(receiptToPaisa),
      adjustments: adjustments.map(adjustmentToPaisa),
      from,
      to,
    });
  }, [isComplete, isValidPeriod, hasHiddenRecords, data, PlotID, rows, receipts, adjustments, from, to]);
  return { statement, failure };
}

function statementToPaisa({ opening, entries, charged, paid, closing }: StatementRecord): Statement {
  return {
    opening: toNearestPaisa(opening),
    entries: entries.map((entry) => ({
      ...entry,
      Charge: toNearestPaisa(entry.Charge),
      Payment: toNearestPaisa(entry.Payment),
      Balance: toNearestPaisa(entry.Balance),
    })),
    charged: toNearestPaisa(charged),
    paid: toNearestPaisa(paid),
    closing: toNearestPaisa(closing),
  };
}

interface StatementExportInput {
  house: PlotRecord;
  /** The owner on the last day of the period. */
  ownerName: string;
  statement: Statement | undefined;
  period: StatementPeriod;
  /** Whether the statement is on the screen. If not, printing shows it first, because browsers print what they show. */
  isVisible: boolean;
  show: () => void;
}

/** Functions that print the statement or save it as PDF; the second is undefined until the statement is loaded. */
export function useStatementExport({ house, ownerName, statement, period, isVisible, show }: StatementExportInput) {
  const [printRequested, setPrintRequested] = useState(false);

  useEffect(() => {
    if (!printRequested || !isVisible) return;
    setPrintRequested(false);
    window.print();
  }, [printRequested, isVisible]);

  function print() {
    setPrintRequested(true);
    if (!isVisible) show();
  }

  function savePdf(loaded: Statement): Promise<void> {
    const { from, to } = period;
    const { entries, ...totals } = statementToRupees(loaded);
    const described = entries.map((entry) => ({
      ...entry,
      Description: describeEntry(entry, { ownerName: house.OwnerName, formatMonth: formatMonthYear }),
      // Part of the description.
      PayerName: undefined,
    }));
    const document: StatementDocument = {
      HouseNo: house.HouseNo,
      OwnerName: ownerName,
      from,
      to,
      ...totals,
      entries: described,
    };
    return saveDocument({
      fileName: statementFileName(document),
      render: (pdfs, context) => pdfs.createStatementPdf(document, context),
    });
  }

  return { print, savePdf: statement && (() => savePdf(statement)) };
}

function receiptToPaisa(receipt: Receipt) {
  return { ...receipt, AmountPaid: toNearestPaisa(receipt.AmountPaid) };
}
