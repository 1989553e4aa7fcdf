import type { ReactNode, Ref } from "react";
import { MONTH_NAMES } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { say } from "../../lib/language.ts";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import type { useReceiptFilter } from "./ReceiptFilter.ts";

interface ReceiptToolbarProps {
  asked: ReturnType<typeof useReceiptFilter>;
  searchRef: Ref<HTMLInputElement>;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function ReceiptToolbar({ asked, searchRef, children }: ReceiptToolbarProps) {
  return (
    <Toolbar label={say("Search and filter {nouns}", { nouns: say("receipts") })} end={children}>
      <SearchBox ref={searchRef} label={say("House, receipt, remark")} value={asked.text} onChange={asked.setText} />
      <FilterSelect
        label={say("Year")}
        value={String(asked.year ?? "all")}
        onChange={asked.setYear}
        options={years()}
      />
      <FilterSelect
        label={say("Month")}
        value={asked.month === 0 ? "" : String(asked.month)}
        onChange={asked.setMonth}
        options={months()}
      />
      <FilterSelect label={say("Method")} value={asked.method ?? ""} onChange={asked.setMethod} options={methods()} />
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

function years() {
  return [
    { value: "all", label: say("All") },
    ...reportYears.map((year) => ({ value: String(year), label: String(year) })),
  ];
}

function months() {
  return [
    { value: "", label: say("All") },
    ...MONTH_NAMES.map((name, index) => ({ value: String(index + 1), label: say(name) })),
  ];
}

function methods() {
  return [{ value: "", label: say("All") }, ...paymentMethods.map((method) => ({ value: method, label: say(method) }))];
}
