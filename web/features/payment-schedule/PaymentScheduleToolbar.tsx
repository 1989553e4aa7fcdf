import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { type Day, monthOf } from "../../../shared/dates.ts";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { useSearchText } from "../../hooks/useSearchText.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";
import { monthOptions } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { searchTerms } from "../../resource/search.ts";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect, SearchBox, SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { type FilteredSchedule, filterSchedule, type ScheduleFilter, type ScheduleView } from "./filterSchedule.ts";
import { groupByHouse } from "./groupByHouse.ts";

interface PaymentScheduleToolbarProps {
  filters: ReturnType<typeof useScheduleFilters>;
  /** Undefined until the year is loaded. */
  counts: Pick<FilteredSchedule, "overdueCount" | "partPaidCount"> | undefined;
  allCollapsed: boolean;
  onCollapseAll: (collapsed: boolean) => void;
  /** Shown at the end of the toolbar, before the collapse button. */
  children: ReactNode;
}

/** Search, filters, collapse button. */
export function PaymentScheduleToolbar(props: PaymentScheduleToolbarProps) {
  const { filters, counts, allCollapsed, onCollapseAll, children } = props;
  const { text, setText, year, setYear, month, setMonth, view, setView } = filters;
  return (
    <Toolbar
      label={t("Search and filter the payment schedule")}
      end={
        <>
          {children}
          <Button
            variant="ghost"
            icon={allCollapsed ? "expand" : "collapse"}
            iconOnlyOnMobile
            onClick={() => onCollapseAll(!allCollapsed)}
          >
            {allCollapsed ? t("Expand all") : t("Collapse all")}
          </Button>
        </>
      }
    >
      <SearchBox label={t("House, installment, amount")} value={text} onChange={setText} />
      <FilterSelect label={t("Year")} value={String(year)} onChange={setYear} options={yearOptionsWith(year)} />
      <FilterSelect
        label={t("Month")}
        value={month === 0 ? "" : String(month)}
        onChange={setMonth}
        placeholder={t("All")}
        options={monthOptions()}
      />
      <SegmentedControl
        label={t("Show")}
        value={view}
        onChange={setView}
        options={[
          { value: "all", label: t("All") },
          { value: "recent", label: t("Recent & open") },
          { value: "overdue", label: t("Overdue"), count: counts?.overdueCount },
          { value: "part-paid", label: t("Part-paid"), count: counts?.partPaidCount },
        ]}
      />
    </Toolbar>
  );
}

const firstYear = 2024;

const lastYear = 2040;

/** The years for which the society plans, and the year in the URL. */
function yearOptionsWith(year: number) {
  const planned = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const all = planned.includes(year) ? planned : [...planned, year].sort((a, b) => a - b);
  return all.map((each) => ({ value: String(each), label: String(each) }));
}

/** Query parameters of the filters, except the year. */
export const scheduleFilterParams = ["q", "month", "view"];

/** The filters in the URL; invalid values are ignored. */
export function useScheduleFilters(today: Day) {
  const [text, setText] = useSearchText();
  const [yearText, setYear] = useUrlState("year", String(monthOf(today).year));
  const [monthText, setMonth] = useUrlState("month", "");
  const [viewText, setView] = useUrlState("view", "recent");
  const year = /^2\d{3}$/.test(yearText) ? Number(yearText) : monthOf(today).year;
  const month = /^([1-9]|1[0-2])$/.test(monthText) ? Number(monthText) : 0;
  const view = scheduleViews.find((each) => each === viewText) ?? "recent";
  const deferredText = useDeferredValue(text);
  const filter: ScheduleFilter = useMemo(
    () => ({ month, view, terms: searchTerms(deferredText), today }),
    [month, view, deferredText, today],
  );
  return { filter, text, setText, year, setYear, month, setMonth, view, setView };
}

/** The filtered schedule by house; a changed row recomputes only its house. */
export function useFilteredSchedule({ rows, filter }: { rows: readonly ScheduleRow[]; filter: ScheduleFilter }) {
  const [groupRows] = useState(() => withPreviousResult(groupByHouse));
  const [filterHouses] = useState(() => withPreviousResult(filterSchedule));
  const { today } = filter;
  const { houses, changed } = useMemo(() => groupRows({ rows, today }), [groupRows, rows, today]);
  return { changed, schedule: useMemo(() => filterHouses({ houses, filter }), [filterHouses, houses, filter]) };
}

const scheduleViews: readonly ScheduleView[] = ["all", "recent", "overdue", "part-paid"];
