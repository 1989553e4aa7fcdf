import { useCallback } from "react";
import { foldText } from "../../../shared/text.ts";
import { formatRatePeriod } from "../../domain/periods.ts";
import { PlotFilters } from "../../domain/plots/PlotFilters.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";
import { describeRateTarget, type ServiceRate } from "./serviceRateText.ts";

/** Query parameters of the filters. */
export const serviceRateFilterParams = ["category", "type", "state"] as const;

/** Returns a function that says whether a rate matches the filters in the URL. */
export function useServiceRateFilter(): (rate: ServiceRate) => boolean {
  const [categoryId] = useUrlState("category", "");
  const [typeId] = useUrlState("type", "");
  const [state] = useUrlState("state", "");
  return useCallback(
    ({ PlotCategoryID, PlotTypeID, IsActive }) =>
      (categoryId === "" || String(PlotCategoryID) === categoryId) &&
      (typeId === "" || String(PlotTypeID) === typeId) &&
      (state === "" || IsActive === (state === "active")),
    [categoryId, typeId, state],
  );
}

/** Whether the rate's target, period or amount contains all terms. */
export function rateMatchesSearchTerms(rate: ServiceRate, terms: readonly string[]): boolean {
  return terms.every((term) => getSearchText(rate).includes(term));
}

/** The filters by category, type and status. */
export function ServiceRateFilters() {
  const [state, setState] = useUrlState("state", "");
  return (
    <>
      <PlotFilters />
      <FilterSelect
        label={t("Status")}
        value={state}
        onChange={setState}
        placeholder={t("All Statuses")}
        options={[
          { value: "active", label: t("Active") },
          { value: "inactive", label: t("Inactive") },
        ]}
      />
    </>
  );
}

const searchTexts = new WeakMap<ServiceRate, string>();

/** The folded text that is searched, cached by rate: a changed rate is a new object. */
function getSearchText(rate: ServiceRate): string {
  const cached = searchTexts.get(rate);
  if (cached !== undefined) return cached;
  const amounts = `${formatAmount(rate.FloorRate)} ${rate.FloorRate}`;
  const text = foldText(`${describeRateTarget(rate)} ${formatRatePeriod(rate)} ${amounts}`);
  searchTexts.set(rate, text);
  return text;
}
