import { useMemo } from "react";
import { type Day, isDay, monthOf } from "../../../shared/dates.ts";
import { type Statement, statementInRupees, statementOf } from "../../../shared/domain/statement.ts";
import { toPaisa } from "../../../shared/money.ts";
import type { HouseStatement } from "../../../shared/paper/statement.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import type { ScheduleRow } from "../../schedule/ScheduleLine.ts";
import type { HouseBooks, Receipt } from "./useHouseBooks.ts";

/** A statement and the days it tells of, both included. */
export interface Period {
  from: Day;
  to: Day;
  setFrom: (day: string) => void;
  setTo: (day: string) => void;
}

/** What the address asks for; this year up to today where it names no days that make sense. */
export function usePeriod(today: Day): Period {
  const first = `${monthOf(today).year}-01-01`;
  const [fromText, setFrom] = useUrlState("from", first, "typed");
  const [toText, setTo] = useUrlState("to", today, "typed");
  const from = isDay(fromText) ? fromText : first;
  const to = isDay(toText) ? toText : today;
  return { from, to, setFrom: (day) => setFrom(day || first), setTo: (day) => setTo(day || today) };
}

/** The account of the days, from what is known of the house now; amounts in paisa. */
export function useStatement({ schedule, receipts }: HouseBooks, { from, to }: Pick<Period, "from" | "to">): Statement {
  const rows = schedule.rows;
  const paid = receipts.rows;
  return useMemo(
    () => statementOf({ rows: rows.map(rowInPaisa), receipts: paid.map(receiptInPaisa), from, to }),
    [rows, paid, from, to],
  );
}

/** The same as it goes on paper, in rupees. */
export function statementPaper({ house, statement, days }: StatementPaperInput): HouseStatement {
  return {
    HouseNo: house.HouseNo,
    OwnerName: house.OwnerName,
    from: days.from,
    to: days.to,
    ...statementInRupees(statement),
  };
}

interface StatementPaperInput {
  house: PlotRecord;
  statement: Statement;
  days: Pick<Period, "from" | "to">;
}

function rowInPaisa(row: ScheduleRow) {
  return {
    ...row,
    Amount: toPaisa(row.Amount),
    PenaltyAmount: toPaisa(row.PenaltyAmount),
    AmountReceived: toPaisa(row.AmountReceived),
    TickedAmount: toPaisa(row.TickedAmount),
  };
}

function receiptInPaisa(receipt: Receipt) {
  return { ...receipt, AmountPaid: toPaisa(receipt.AmountPaid) };
}
