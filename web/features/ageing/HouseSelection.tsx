import { createContext, useContext, useMemo, useState } from "react";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";

interface HouseSelectionState {
  selected: ReadonlySet<number>;
  toggle: (PlotID: number) => void;
}

/** Which houses are chosen; apart from the rows, so that a choice draws only its tick again. */
export const HouseSelection = createContext<HouseSelectionState>({ selected: new Set(), toggle: () => undefined });

/** The houses chosen by hand. */
export function useHouseSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      selected: chosen,
      select: (PlotIDs: Iterable<number>) => setChosen(new Set(PlotIDs)),
      toggle: (PlotID: number) =>
        setChosen((before) =>
          before.has(PlotID) ? new Set([...before].filter((each) => each !== PlotID)) : new Set([...before, PlotID]),
        ),
    }),
    [chosen],
  );
}

interface SelectHouseProps {
  PlotID: number;
  HouseNo: string;
  tabIndex: 0 | -1;
}

/** Takes a house into the choice or out of it. */
export function SelectHouse({ PlotID, HouseNo, tabIndex }: SelectHouseProps) {
  const { selected, toggle } = useContext(HouseSelection);
  const phone = useIsMobile();
  return (
    <Checkbox
      state={selected.has(PlotID) ? "paid" : "empty"}
      label={t("Choose {house}", { house: HouseNo })}
      fillCell={phone}
      tabIndex={tabIndex}
      onChange={() => toggle(PlotID)}
    />
  );
}
