import { useMemo } from "react";
import { say } from "../../lib/language.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { PlotFilters } from "../../PlotFilters.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { rupeeText } from "../../ui/Money.tsx";
import { ratePeriod, rateTarget, type ServiceRate } from "./RateText.ts";

/** Their names in the address. */
export const rateFilters = ["category", "type", "state"] as const;

/** The rates that search and filters in the address leave, the latest period first. */
export function useShownRates(rates: readonly ServiceRate[], words: readonly string[]): readonly ServiceRate[] {
  const [category] = useUrlState("category", "");
  const [type] = useUrlState("type", "");
  const [state] = useUrlState("state", "");
  const ordered = useMemo(() => rates.toSorted(byPeriod), [rates]);
  return useMemo(() => {
    return ordered.filter(
      (rate) =>
        (category === "" || String(rate.PlotCategoryID) === category) &&
        (type === "" || String(rate.PlotTypeID) === type) &&
        (state === "" || rate.IsActive === (state === "active")) &&
        words.every((word) => textOf(rate).includes(word)),
    );
  }, [ordered, category, type, state, words]);
}

export function ServiceChargeFilters() {
  const [state, setState] = useUrlState("state", "");
  return (
    <>
      <PlotFilters />
      <FilterSelect
        label={say("Status")}
        value={state}
        onChange={setState}
        none={say("All Statuses")}
        options={[
          { value: "active", label: say("Active") },
          { value: "inactive", label: say("In-Active") },
        ]}
      />
    </>
  );
}

const texts = new WeakMap<ServiceRate, string>();

/** Rates are replaced, never changed, so that their text can be kept. */
function textOf(rate: ServiceRate): string {
  const known = texts.get(rate);
  if (known !== undefined) return known;
  const amounts = `${rupeeText(rate.FloorRate, 2)} ${rate.FloorRate}`;
  const text = `${rateTarget(rate)} ${ratePeriod(rate)} ${amounts}`.normalize("NFC").toLowerCase();
  texts.set(rate, text);
  return text;
}

function byPeriod(a: ServiceRate, b: ServiceRate): number {
  return (
    b.StartYear - a.StartYear ||
    b.StartMonth - a.StartMonth ||
    a.PlotCategoryID - b.PlotCategoryID ||
    a.PlotTypeID - b.PlotTypeID ||
    a.FloorID - b.FloorID ||
    a.RateID - b.RateID
  );
}
