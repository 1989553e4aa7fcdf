import type { ReactNode, Ref } from "react";
import { MONTH_NAMES } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
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
    <Toolbar label="Search and filter receipts" end={children}>
      <SearchBox ref={searchRef} label="House, receipt, remark" value={asked.text} onChange={asked.setText} />
      <FilterSelect label="Year" value={String(asked.year ?? "all")} onChange={asked.setYear} options={years} />
      <FilterSelect
        label="Month"
        value={asked.month === 0 ? "" : String(asked.month)}
        onChange={asked.setMonth}
        options={months}
      />
      <FilterSelect label="Method" value={asked.method ?? ""} onChange={asked.setMethod} options={methods} />
      <Segment
        label="Show"
        value={asked.voided ? "1" : ""}
        onChange={asked.setVoided}
        options={[
          { value: "", label: "Receipts" },
          { value: "1", label: "Voided" },
        ]}
      />
    </Toolbar>
  );
}

const years = [
  { value: "all", label: "All" },
  ...reportYears.map((year) => ({ value: String(year), label: String(year) })),
];

const months = [
  { value: "", label: "All" },
  ...MONTH_NAMES.map((label, index) => ({ value: String(index + 1), label })),
];

const methods = [{ value: "", label: "All" }, ...paymentMethods.map((method) => ({ value: method, label: method }))];
