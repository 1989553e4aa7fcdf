import { monthOf } from "../../shared/dates.ts";
import { reportYears } from "../../shared/endpoints/generate-report.ts";
import { useSocietyToday } from "../hooks/useSocietyToday.ts";
import { useUrlState } from "../hooks/useUrlState.ts";
import { buildMonthOptions } from "../i18n/dateTime.ts";
import { t } from "../i18n/t.ts";
import { FilterSelect } from "../ui/form/FilterControls.tsx";
import { allMonths } from "./figureLinks.tsx";

/** The years that filters and reports offer. */
export const yearOptions = reportYears.map(toYearOption);

/** The year in the URL; the current year if the URL has none or an invalid one. */
export function useYearParam(): number {
  const thisYear = String(monthOf(useSocietyToday()).year);
  const [text] = useUrlState("year", thisYear);
  return Number(/^2\d{3}$/.test(text) ? text : thisYear);
}

/** The year in the URL as useYearParam reads it, or undefined for all years. */
export function useYearOrAllParam(): number | undefined {
  const year = useYearParam();
  const [text] = useUrlState("year", "");
  return text === allYears ? undefined : year;
}

const allYears = "all";

/** Changes the year in the URL; `withAll` offers all years too. */
export function YearFilter({ withAll = false }: { withAll?: boolean }) {
  const year = useYearParam();
  const isAll = useYearOrAllParam() === undefined;
  const [, setYear] = useUrlState("year", String(monthOf(useSocietyToday()).year));
  const years = [...new Set([...reportYears, year])].sort((a, b) => a - b).map(toYearOption);
  return (
    <FilterSelect
      label={t("Year")}
      value={withAll && isAll ? allYears : String(year)}
      onChange={setYear}
      options={withAll ? [{ value: allYears, label: t("All") }, ...years] : years}
    />
  );
}

function toYearOption(year: number) {
  return { value: String(year), label: String(year) };
}

interface MonthParam {
  /** What a list shows without a month in the URL: the current month, or by default all months. */
  isCurrentByDefault?: boolean;
}

/** The month in the URL, 1 to 12; 0 for all months. */
export function useMonthParam(param: MonthParam = {}): number {
  const [text] = useMonthState(param);
  return /^([1-9]|1[0-2])$/.test(text) ? Number(text) : 0;
}

function useMonthState({ isCurrentByDefault = false }: MonthParam) {
  const { month } = monthOf(useSocietyToday());
  return useUrlState("month", isCurrentByDefault ? String(month) : allMonths);
}

/** Changes the month in the URL. */
export function MonthFilter({ allLabel = t("All"), ...param }: MonthParam & { allLabel?: string }) {
  const month = useMonthParam(param);
  const [, setMonth] = useMonthState(param);
  return (
    <FilterSelect
      label={t("Month")}
      value={month === 0 ? allMonths : String(month)}
      onChange={setMonth}
      options={[{ value: allMonths, label: allLabel }, ...buildMonthOptions()]}
    />
  );
}
