import { useEffect, useMemo, useState } from "react";
import { type Day, isDay, monthOf } from "../../../shared/dates.ts";
import { type StatementDocument, statementFileName } from "../../../shared/documents/statement.ts";
import { buildStatement, type Statement, statementToRupees } from "../../../shared/domain/statement.ts";
import { toPaisa } from "../../../shared/money.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { useExport } from "../../resource/export/useExport.ts";
import type { HouseRecords, Receipt } from "./useHouseRecords.ts";

/** A statement and the days it tells of, both included. */
export interface StatementPeriod {
  from: Day;
  to: Day;
  setFrom: (day: string) => void;
  setTo: (day: string) => void;
}

/** What the address asks for; this year up to today where it names no days that make sense. */
export function useStatementPeriod(today: Day): StatementPeriod {
  const first = `${monthOf(today).year}-01-01`;
  const [fromText, setFrom] = useUrlState("from", first, "replace");
  const [toText, setTo] = useUrlState("to", today, "replace");
  const from = isDay(fromText) ? fromText : first;
  const to = isDay(toText) ? toText : today;
  return { from, to, setFrom: (day) => setFrom(day || first), setTo: (day) => setTo(day || today) };
}

/** The account of the days, from what is known of the house now; amounts in paisa. */
export function useStatement(
  { schedule, receipts }: HouseRecords,
  { from, to }: Pick<StatementPeriod, "from" | "to">,
): Statement {
  const rows = schedule.rows;
  const paid = receipts.rows;
  return useMemo(
    () => buildStatement({ rows: rows.map(scheduleRowToPaisa), receipts: paid.map(receiptToPaisa), from, to }),
    [rows, paid, from, to],
  );
}

/** The same as it goes on paper, in rupees. */
function toStatementDocument({ house, statement, period }: StatementDocumentInput): StatementDocument {
  return {
    HouseNo: house.HouseNo,
    OwnerName: house.OwnerName,
    from: period.from,
    to: period.to,
    ...statementToRupees(statement),
  };
}

interface StatementDocumentInput {
  house: PlotRecord;
  statement: Statement;
  period: Pick<StatementPeriod, "from" | "to">;
}

function scheduleRowToPaisa(row: ScheduleRow) {
  return {
    ...row,
    Amount: toPaisa(row.Amount),
    PenaltyAmount: toPaisa(row.PenaltyAmount),
    AmountReceived: toPaisa(row.AmountReceived),
    TickedAmount: toPaisa(row.TickedAmount),
  };
}

function receiptToPaisa(receipt: Receipt) {
  return { ...receipt, AmountPaid: toPaisa(receipt.AmountPaid) };
}

interface StatementExportInput {
  house: PlotRecord;
  statement: Statement;
  period: StatementPeriod;
  /** Is the statement on the screen? Only what is there can be printed. */
  isShown: boolean;
  onShow: () => void;
}

/** Puts the statement of the chosen days on paper, or into a file. */
export function useStatementExport({ house, statement, period, isShown, onShow }: StatementExportInput) {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useExport();

  useEffect(() => {
    if (!asked || !isShown) return;
    setAsked(false);
    window.print();
  }, [asked, isShown]);

  function print() {
    setAsked(true);
    if (!isShown) onShow();
  }

  function save() {
    const paper = toStatementDocument({ house, statement, period });
    void run("pdf", () =>
      saveDocument({
        fileName: statementFileName(paper),
        render: async (letterhead) => {
          const { createStatementPdf } = await import("../../../shared/documents/statement-pdf.ts");
          return createStatementPdf(paper, letterhead);
        },
      }),
    );
  }

  return { print, savePdf: save, busy: busy !== undefined };
}
