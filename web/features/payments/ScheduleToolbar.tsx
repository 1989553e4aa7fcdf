import type { ReactNode, Ref } from "react";
import { MONTH_NAMES } from "../../../shared/dates.ts";
import { say } from "../../lib/language.ts";
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
  searchRef: Ref<HTMLInputElement>;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function ScheduleToolbar({ asked, counts, folded, onFold, searchRef, children }: ScheduleToolbarProps) {
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
      <SearchBox ref={searchRef} label={say("House, installment, amount")} value={text} onChange={setText} />
      <FilterSelect label={say("Year")} value={String(year)} onChange={setYear} options={yearsWith(year)} />
      <FilterSelect
        label={say("Month")}
        value={month === 0 ? "" : String(month)}
        onChange={setMonth}
        options={months()}
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

function months() {
  return [
    { value: "", label: say("All") },
    ...MONTH_NAMES.map((name, index) => ({ value: String(index + 1), label: say(name) })),
  ];
}

const firstYear = 2024;
const lastYear = 2040;

/** The years the society plans in, and the one in the address. */
function yearsWith(year: number) {
  const usual = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const all = usual.includes(year) ? usual : [...usual, year].sort((a, b) => a - b);
  return all.map((each) => ({ value: String(each), label: String(each) }));
}
