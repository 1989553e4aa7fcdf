import { createContext, useContext, useMemo, useState } from "react";
import { say } from "../../lib/language.ts";
import { Tick } from "../../ui/Tick.tsx";
import { usePhone } from "../../ui/usePhone.ts";

interface Choice {
  chosen: ReadonlySet<number>;
  toggle: (PlotID: number) => void;
}

/** Which houses are chosen; apart from the rows, so that a choice draws only its tick again. */
export const AgeingChoice = createContext<Choice>({ chosen: new Set(), toggle: () => undefined });

/** The houses chosen by hand. */
export function useAgeingChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      chosen,
      choose: (PlotIDs: Iterable<number>) => setChosen(new Set(PlotIDs)),
      toggle: (PlotID: number) =>
        setChosen((before) =>
          before.has(PlotID) ? new Set([...before].filter((each) => each !== PlotID)) : new Set([...before, PlotID]),
        ),
    }),
    [chosen],
  );
}

interface ChooseHouseProps {
  PlotID: number;
  HouseNo: string;
  tabIndex: 0 | -1;
}

/** Takes a house into the choice or out of it. */
export function ChooseHouse({ PlotID, HouseNo, tabIndex }: ChooseHouseProps) {
  const { chosen, toggle } = useContext(AgeingChoice);
  const phone = usePhone();
  return (
    <Tick
      state={chosen.has(PlotID) ? "paid" : "empty"}
      label={say("Choose {house}", { house: HouseNo })}
      cell={phone}
      tabIndex={tabIndex}
      onChange={() => toggle(PlotID)}
    />
  );
}
