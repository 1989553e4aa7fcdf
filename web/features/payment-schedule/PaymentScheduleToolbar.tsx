import type { ReactNode } from "react";
import { monthOptions } from "../../i18n/monthOptions.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect } from "../../ui/form/FilterSelect.tsx";
import { SearchBox } from "../../ui/form/SearchBox.tsx";
import { SegmentedControl } from "../../ui/form/SegmentedControl.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import type { FilteredSchedule } from "./filterSchedule.ts";
import type { useScheduleFilters } from "./useScheduleFilters.ts";

interface PaymentScheduleToolbarProps {
  filters: ReturnType<typeof useScheduleFilters>;
  /** Undefined until the year has been read. */
  counts: Pick<FilteredSchedule, "overdueCount" | "partPaidCount"> | undefined;
  allCollapsed: boolean;
  onCollapseAll: (folded: boolean) => void;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function PaymentScheduleToolbar({
  filters,
  counts,
  allCollapsed,
  onCollapseAll,
  children,
}: PaymentScheduleToolbarProps) {
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

/** The years the society plans in, and the one in the address. */
function yearOptionsWith(year: number) {
  const usual = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const all = usual.includes(year) ? usual : [...usual, year].sort((a, b) => a - b);
  return all.map((each) => ({ value: String(each), label: String(each) }));
}
