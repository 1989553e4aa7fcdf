import { createContext, useContext, useMemo, useState } from "react";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

interface HouseSelectionState {
  selectedIds: ReadonlySet<number>;
  toggle: (PlotID: number) => void;
}

/** The selected houses. A context, so that selecting a house renders only the checkboxes again. */
export const HouseSelectionContext = createContext<HouseSelectionState>({
  selectedIds: new Set(),
  toggle: () => undefined,
});

/** The state of HouseSelectionContext. */
export function useHouseSelection() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      selectedIds,
      select: (PlotIDs: Iterable<number>) => setSelectedIds(new Set(PlotIDs)),
      toggle: (PlotID: number) =>
        setSelectedIds((previous) => {
          const next = new Set(previous);
          if (!next.delete(PlotID)) next.add(PlotID);
          return next;
        }),
    }),
    [selectedIds],
  );
}

interface SelectHouseCheckboxProps {
  PlotID: number;
  HouseNo: string;
  tabIndex: 0 | -1;
}

function SelectHouseCheckbox({ PlotID, HouseNo, tabIndex }: SelectHouseCheckboxProps) {
  const { selectedIds, toggle } = useContext(HouseSelectionContext);
  const isMobile = useIsMobile();
  return (
    <Checkbox
      state={selectedIds.has(PlotID) ? "checked" : "unchecked"}
      label={t("Select {house}", { house: HouseNo })}
      fillCell={isMobile}
      tabIndex={tabIndex}
      onChange={() => toggle(PlotID)}
    />
  );
}

/** The column with the checkboxes, within a HouseSelectionContext. */
export function buildSelectHouseColumn(): Column<{ PlotID: number; HouseNo: string }> {
  return {
    key: "Select",
    title: t("Select"),
    width: 7,
    sticky: true,
    mobileSlot: "action",
    render: ({ PlotID, HouseNo }, { tabIndex }) => (
      <SelectHouseCheckbox PlotID={PlotID} HouseNo={HouseNo} tabIndex={tabIndex} />
    ),
  };
}

interface SelectAllHousesCheckboxProps {
  /** The houses that the filters show. */
  shownIds: readonly number[];
  onChange: (isSelected: boolean) => void;
}

/** Selects all houses that the filters show, or none of them. */
export function SelectAllHousesCheckbox({ shownIds, onChange }: SelectAllHousesCheckboxProps) {
  const { selectedIds } = useContext(HouseSelectionContext);
  const selectedCount = shownIds.filter((id) => selectedIds.has(id)).length;
  const state = selectedCount === 0 ? "unchecked" : selectedCount === shownIds.length ? "checked" : "indeterminate";
  return (
    <Checkbox state={state} label={t("Select all shown houses")} disabled={shownIds.length === 0} onChange={onChange} />
  );
}
