import { useDeferredValue, useMemo, useState } from "react";
import { type Day, monthOf } from "../../../shared/dates.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { wordsOf } from "../../resourceSearch.ts";
import type { ScheduleRow } from "../../schedule/ScheduleLine.ts";
import { buildOn } from "../../ui/buildOn.ts";
import { useSearchText } from "../../useSearchText.ts";
import { bookOf } from "./ScheduleBook.ts";
import type { Filter, View } from "./ScheduleFilter.ts";
import { shownOf } from "./ScheduleShown.ts";

/** The filters beside the year, by their names in the address. */
export const scheduleFilters = ["q", "month", "view"];

/** What the address asks for. A year, month or view that does not exist counts as none. */
export function useScheduleFilter(today: Day) {
  const [text, setText] = useSearchText();
  const [yearText, setYear] = useUrlState("year", String(monthOf(today).year));
  const [monthText, setMonth] = useUrlState("month", "");
  const [viewText, setView] = useUrlState("view", "recent");
  const year = /^2\d{3}$/.test(yearText) ? Number(yearText) : monthOf(today).year;
  const month = /^([1-9]|1[0-2])$/.test(monthText) ? Number(monthText) : 0;
  const view = views.find((each) => each === viewText) ?? "recent";
  const typed = useDeferredValue(text);
  const filter: Filter = useMemo(() => ({ month, view, words: wordsOf(typed), today }), [month, view, typed, today]);
  return { filter, text, setText, year, setYear, month, setMonth, view, setView };
}

/** The year house by house and what the filter leaves of it; a changed row costs what its house costs. */
export function useScheduleView({ rows, filter }: { rows: readonly ScheduleRow[]; filter: Filter }) {
  const [book] = useState(() => buildOn(bookOf));
  const [shown] = useState(() => buildOn(shownOf));
  const { today } = filter;
  const { houses, changed } = useMemo(() => book({ rows, today }), [book, rows, today]);
  return { changed, shown: useMemo(() => shown({ houses, filter }), [shown, houses, filter]) };
}

const views: readonly View[] = ["all", "recent", "overdue", "part-paid"];
