import type { ReactNode } from "react";
import { say } from "../../lib/language.ts";
import { methodOptions } from "../../methodOptions.ts";
import { monthOptions } from "../../monthOptions.ts";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { yearOptions } from "../../yearOptions.ts";
import type { useReceiptFilter } from "./ReceiptFilter.ts";

interface ReceiptToolbarProps {
  asked: ReturnType<typeof useReceiptFilter>;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function ReceiptToolbar({ asked, children }: ReceiptToolbarProps) {
  return (
    <Toolbar label={say("Search and filter {nouns}", { nouns: say("receipts") })} end={children}>
      <SearchBox label={say("House, receipt, remark")} value={asked.text} onChange={asked.setText} />
      <FilterSelect
        label={say("Year")}
        value={String(asked.year ?? "all")}
        onChange={asked.setYear}
        options={[{ value: "all", label: say("All") }, ...yearOptions]}
      />
      <FilterSelect
        label={say("Month")}
        value={asked.month === 0 ? "" : String(asked.month)}
        onChange={asked.setMonth}
        none={say("All")}
        options={monthOptions()}
      />
      <FilterSelect
        label={say("Method")}
        value={asked.method ?? ""}
        onChange={asked.setMethod}
        none={say("All")}
        options={methodOptions()}
      />
      <Segment
        label={say("Show")}
        value={asked.voided ? "1" : ""}
        onChange={asked.setVoided}
        options={[
          { value: "", label: say("Receipts") },
          { value: "1", label: say("Voided") },
        ]}
      />
    </Toolbar>
  );
}
