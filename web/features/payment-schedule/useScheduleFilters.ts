import { useDeferredValue, useMemo, useState } from "react";
import { type Day, monthOf } from "../../../shared/dates.ts";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { useSearchText } from "../../hooks/useSearchText.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { searchTerms } from "../../resource/search.ts";
import { withPreviousResult } from "../../ui/table/withPreviousResult.ts";
import { filterSchedule } from "./filterSchedule.ts";
import { groupByHouse } from "./groupByHouse.ts";
import type { ScheduleFilter, ScheduleView } from "./scheduleFilter.ts";

/** The filters beside the year, by their names in the address. */
export const scheduleFilterParams = ["q", "month", "view"];

/** What the address asks for. A year, month or view that does not exist counts as none. */
export function useScheduleFilters(today: Day) {
  const [text, setText] = useSearchText();
  const [yearText, setYear] = useUrlState("year", String(monthOf(today).year));
  const [monthText, setMonth] = useUrlState("month", "");
  const [viewText, setView] = useUrlState("view", "recent");
  const year = /^2\d{3}$/.test(yearText) ? Number(yearText) : monthOf(today).year;
  const month = /^([1-9]|1[0-2])$/.test(monthText) ? Number(monthText) : 0;
  const view = scheduleViews.find((each) => each === viewText) ?? "recent";
  const typed = useDeferredValue(text);
  const filter: ScheduleFilter = useMemo(
    () => ({ month, view, terms: searchTerms(typed), today }),
    [month, view, typed, today],
  );
  return { filter, text, setText, year, setYear, month, setMonth, view, setView };
}

/** The year house by house and what the filter leaves of it; a changed row costs what its house costs. */
export function useFilteredSchedule({ rows, filter }: { rows: readonly ScheduleRow[]; filter: ScheduleFilter }) {
  const [book] = useState(() => withPreviousResult(groupByHouse));
  const [shown] = useState(() => withPreviousResult(filterSchedule));
  const { today } = filter;
  const { houses, changed } = useMemo(() => book({ rows, today }), [book, rows, today]);
  return { changed, shown: useMemo(() => shown({ houses, filter }), [shown, houses, filter]) };
}

const scheduleViews: readonly ScheduleView[] = ["all", "recent", "overdue", "part-paid"];
