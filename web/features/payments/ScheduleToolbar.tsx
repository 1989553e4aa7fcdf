import type { ReactNode } from "react";
import { say } from "../../lib/language.ts";
import { monthOptions } from "../../monthOptions.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import type { Shown } from "./ScheduleShown.ts";
import type { useScheduleFilter } from "./ScheduleView.ts";

interface ScheduleToolbarProps {
  asked: ReturnType<typeof useScheduleFilter>;
  /** Undefined until the year has been read. */
  counts: Pick<Shown, "overdue" | "partPaid"> | undefined;
  folded: boolean;
  onFold: (folded: boolean) => void;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function ScheduleToolbar({ asked, counts, folded, onFold, children }: ScheduleToolbarProps) {
  const { text, setText, year, setYear, month, setMonth, view, setView } = asked;
  return (
    <Toolbar
      label={say("Search and filter the payment schedule")}
      end={
        <>
          {children}
          <Button variant="ghost" icon={folded ? "expand" : "collapse"} iconOnPhone onClick={() => onFold(!folded)}>
            {folded ? say("Expand all") : say("Collapse all")}
          </Button>
        </>
      }
    >
      <SearchBox label={say("House, installment, amount")} value={text} onChange={setText} />
      <FilterSelect label={say("Year")} value={String(year)} onChange={setYear} options={yearsWith(year)} />
      <FilterSelect
        label={say("Month")}
        value={month === 0 ? "" : String(month)}
        onChange={setMonth}
        none={say("All")}
        options={monthOptions()}
      />
      <Segment
        label={say("Show")}
        value={view}
        onChange={setView}
        options={[
          { value: "all", label: say("All") },
          { value: "recent", label: say("Recent & open") },
          { value: "overdue", label: say("Overdue"), count: counts?.overdue },
          { value: "part-paid", label: say("Part-paid"), count: counts?.partPaid },
        ]}
      />
    </Toolbar>
  );
}

const firstYear = 2024;
const lastYear = 2040;

/** The years the society plans in, and the one in the address. */
function yearsWith(year: number) {
  const usual = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const all = usual.includes(year) ? usual : [...usual, year].sort((a, b) => a - b);
  return all.map((each) => ({ value: String(each), label: String(each) }));
}
