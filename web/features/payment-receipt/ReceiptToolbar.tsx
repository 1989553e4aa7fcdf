import type { ReactNode } from "react";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { yearOptions } from "../../domain/yearOptions.ts";
import { monthOptions } from "../../i18n/monthOptions.ts";
import { t } from "../../i18n/t.ts";
import { FilterSelect } from "../../ui/form/FilterSelect.tsx";
import { SearchBox } from "../../ui/form/SearchBox.tsx";
import { SegmentedControl } from "../../ui/form/SegmentedControl.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import type { useReceiptFilters } from "./useReceiptFilters.ts";

interface ReceiptToolbarProps {
  filters: ReturnType<typeof useReceiptFilters>;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function ReceiptToolbar({ filters, children }: ReceiptToolbarProps) {
  return (
    <Toolbar label={t("Search and filter {nouns}", { nouns: t("receipts") })} end={children}>
      <SearchBox label={t("House, receipt, remark")} value={filters.text} onChange={filters.setText} />
      <FilterSelect
        label={t("Year")}
        value={String(filters.year ?? "all")}
        onChange={filters.setYear}
        options={[{ value: "all", label: t("All") }, ...yearOptions]}
      />
      <FilterSelect
        label={t("Month")}
        value={filters.month === 0 ? "" : String(filters.month)}
        onChange={filters.setMonth}
        placeholder={t("All")}
        options={monthOptions()}
      />
      <FilterSelect
        label={t("Method")}
        value={filters.method ?? ""}
        onChange={filters.setMethod}
        placeholder={t("All")}
        options={paymentMethodOptions()}
      />
      <SegmentedControl
        label={t("Show")}
        value={filters.voided ? "1" : ""}
        onChange={filters.setVoided}
        options={[
          { value: "", label: t("Receipts") },
          { value: "1", label: t("Voided") },
        ]}
      />
    </Toolbar>
  );
}
