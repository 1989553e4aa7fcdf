import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import type { Day } from "../../../shared/dates.ts";
import { searchTerms } from "../../../shared/search.ts";
import { TickAccountSelect } from "../../domain/accounts.tsx";
import { MonthFilter, useMonthParam, useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { useSearchText } from "../../hooks/useSearchText.ts";
import { useClearQueryParams, useUrlState } from "../../hooks/useUrlState.ts";
import { withPreviousResult } from "../../hooks/withPreviousResult.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { FilterSheet } from "../../ui/form/FilterSheet.tsx";
import { SearchBox } from "../../ui/form/SearchBox.tsx";
import { PageAction } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { type FilteredSchedule, filterSchedule, type ScheduleFilter, type ScheduleView } from "./filterSchedule.ts";
import { groupByHouse } from "./groupByHouse.ts";

interface PaymentScheduleToolbarProps {
  filters: ReturnType<typeof useScheduleFilters>;
  /** Undefined until the year is loaded. */
  counts: Pick<FilteredSchedule, "overdueCount" | "partPaidCount"> | undefined;
  canMarkPaid: boolean;
  allCollapsed: boolean;
  onCollapseAll: (collapsed: boolean) => void;
  /** Shown at the end of the toolbar, before the collapse button. */
  children: ReactNode;
}

/** The toolbar of the payment schedule: search, filters, a button that collapses or expands all houses. */
export function PaymentScheduleToolbar(props: PaymentScheduleToolbarProps) {
  const { filters, counts, canMarkPaid, allCollapsed, onCollapseAll, children } = props;
  const { text, setText, isPending, view, setView } = filters;
  const sheetFilters = useClearQueryParams(sheetParams);
  return (
    <Toolbar
      label={t("Search and filter the payment schedule")}
      end={
        <PageAction>
          {children}
          <Button
            variant="ghost"
            icon={allCollapsed ? "expand" : "collapse"}
            iconOnlyOnMobile
            onClick={() => onCollapseAll(!allCollapsed)}
          >
            {allCollapsed ? t("Expand all") : t("Collapse all")}
          </Button>
        </PageAction>
      }
    >
      <SearchBox label={t("House, owner, amount")} value={text} onChange={setText} isPending={isPending} />
      <FilterSheet activeCount={sheetFilters.count} onClear={sheetFilters.clear}>
        <YearFilter />
        <MonthFilter />
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
        {canMarkPaid && <TickAccountSelect />}
      </FilterSheet>
    </Toolbar>
  );
}

const sheetParams = ["year", "month", "view"];

/** Query parameters of the filters, except the year. */
export const scheduleFilterParams = ["q", "month", "view"];

/**
 * The filters in the URL; invalid values are ignored. `filter` is for `useFilteredSchedule`, the rest for the toolbar.
 */
export function useScheduleFilters(today: Day) {
  const [text, setText] = useSearchText();
  const year = useYearParam();
  const month = useMonthParam();
  const [viewText, setView] = useUrlState("view", "all");
  const view = scheduleViews.find((name) => name === viewText) ?? "all";
  const deferredText = useDeferredValue(text);
  const filter: ScheduleFilter = useMemo(
    () => ({ month, view, terms: searchTerms(deferredText), today }),
    [month, view, deferredText, today],
  );
  return { filter, text, setText, isPending: deferredText !== text, year, month, view, setView };
}

/** The filtered schedule by house; a changed row recomputes only its house. */
export function useFilteredSchedule({ rows, filter }: { rows: readonly ScheduleRow[]; filter: ScheduleFilter }) {
  const [groupRows] = useState(() => withPreviousResult(groupByHouse));
  const [filterHouses] = useState(() => withPreviousResult(filterSchedule));
  const { today } = filter;
  const { houses, changedEntries } = useMemo(() => groupRows({ rows, today }), [groupRows, rows, today]);
  return { changedEntries, schedule: useMemo(() => filterHouses({ houses, filter }), [filterHouses, houses, filter]) };
}

const scheduleViews: readonly ScheduleView[] = ["all", "recent", "overdue", "part-paid"];
