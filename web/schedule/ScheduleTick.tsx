import { createContext, useContext } from "react";
import { monthOf } from "../../shared/dates.ts";
import { say } from "../lib/language.ts";
import { monthName } from "../months.ts";
import { Tick, type TickState } from "../ui/Tick.tsx";
import type { Line } from "./ScheduleLine.ts";

interface Ticking {
  may: boolean;
  /** The installments whose answer is on its way, by id. */
  busy: ReadonlySet<number>;
  onTick(line: Line): void;
}

/** For the ticks in the rows: a row is drawn again only when it changes itself. */
export const Ticking = createContext<Ticking>({ may: false, busy: new Set(), onTick: () => undefined });

/** Says and sets whether an installment is paid. */
export function PaidTick({ line, tabIndex }: { line: Line; tabIndex: 0 | -1 }) {
  const { may, busy, onTick } = useContext(Ticking);
  const { row, billed, received } = line;
  return (
    <Tick
      cell
      state={stateOf(line)}
      share={billed === 0 ? 0 : received / billed}
      label={say("{month} {year} of {house} paid", {
        month: dueMonth(line),
        year: monthOf(row.DueDate).year,
        house: row.HouseNo,
      })}
      busy={busy.has(row.PaymentScheduleID)}
      readOnly={!may}
      tabIndex={tabIndex}
      onChange={() => onTick(line)}
    />
  );
}

export function dueMonth({ row }: Line): string {
  return monthName(monthOf(row.DueDate).month);
}

function stateOf({ status }: Line): TickState {
  if (status === "Paid") return "paid";
  return status === "Part-paid" ? "part" : "empty";
}
