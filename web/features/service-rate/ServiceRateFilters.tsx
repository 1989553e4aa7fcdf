import { useMemo } from "react";
import { foldText } from "../../../shared/text.ts";
import { PlotFilters } from "../../domain/plots/PlotFilters.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";
import { describeRateTarget, formatRatePeriod, type ServiceRate } from "./serviceRateText.ts";

/** Their names in the address. */
export const serviceRateFilterParams = ["category", "type", "state"] as const;

/** The rates that search and filters in the address leave, the latest period first. */
export function useFilteredRates(rates: readonly ServiceRate[], words: readonly string[]): readonly ServiceRate[] {
  const [category] = useUrlState("category", "");
  const [type] = useUrlState("type", "");
  const [state] = useUrlState("state", "");
  const ordered = useMemo(() => rates.toSorted(compareByPeriod), [rates]);
  return useMemo(() => {
    return ordered.filter(
      (rate) =>
        (category === "" || String(rate.PlotCategoryID) === category) &&
        (type === "" || String(rate.PlotTypeID) === type) &&
        (state === "" || rate.IsActive === (state === "active")) &&
        words.every((word) => getSearchText(rate).includes(word)),
    );
  }, [ordered, category, type, state, words]);
}

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
          { value: "inactive", label: t("In-Active") },
        ]}
      />
    </>
  );
}

const searchTexts = new WeakMap<ServiceRate, string>();

/** Rates are replaced, never changed, so that their text can be kept. */
function getSearchText(rate: ServiceRate): string {
  const known = searchTexts.get(rate);
  if (known !== undefined) return known;
  const amounts = `${formatAmount(rate.FloorRate, 2)} ${rate.FloorRate}`;
  const text = foldText(`${describeRateTarget(rate)} ${formatRatePeriod(rate)} ${amounts}`);
  searchTexts.set(rate, text);
  return text;
}

function compareByPeriod(a: ServiceRate, b: ServiceRate): number {
  return (
    b.StartYear - a.StartYear ||
    b.StartMonth - a.StartMonth ||
    a.PlotCategoryID - b.PlotCategoryID ||
    a.PlotTypeID - b.PlotTypeID ||
    a.FloorID - b.FloorID ||
    a.RateID - b.RateID
  );
}
