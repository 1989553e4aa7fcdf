import { createContext, useContext } from "react";
import { monthOf } from "../../../shared/dates.ts";
import { monthName } from "../../i18n/months.ts";
import { t } from "../../i18n/t.ts";
import { Checkbox, type CheckboxState } from "../../ui/form/Checkbox.tsx";
import type { ScheduleEntry } from "./scheduleEntry.ts";

interface MarkPaidContext {
  canUpdate: boolean;
  /** The installments whose answer is on its way, by id. */
  pendingIds: ReadonlySet<number>;
  onToggle(line: ScheduleEntry): void;
}

/** For the ticks in the rows: a row is drawn again only when it changes itself. */
export const MarkPaidContext = createContext<MarkPaidContext>({
  canUpdate: false,
  pendingIds: new Set(),
  onToggle: () => undefined,
});

/** Says and sets whether an installment is paid. */
export function PaidCheckbox({ entry, tabIndex }: { entry: ScheduleEntry; tabIndex: 0 | -1 }) {
  const { canUpdate, pendingIds, onToggle } = useContext(MarkPaidContext);
  const { row, billed, received } = entry;
  return (
    <Checkbox
      fillCell
      state={checkboxState(entry)}
      share={billed === 0 ? 0 : received / billed}
      label={t("{month} {year} of {house} paid", {
        month: dueMonthName(entry),
        year: monthOf(row.DueDate).year,
        house: row.HouseNo,
      })}
      busy={pendingIds.has(row.PaymentScheduleID)}
      readOnly={!canUpdate}
      tabIndex={tabIndex}
      onChange={() => onToggle(entry)}
    />
  );
}

export function dueMonthName({ row }: ScheduleEntry): string {
  return monthName(monthOf(row.DueDate).month);
}

function checkboxState({ status }: ScheduleEntry): CheckboxState {
  if (status === "Paid") return "paid";
  return status === "Part-paid" ? "part" : "empty";
}
