import type { ComponentProps } from "react";
import { t } from "../../i18n/t.ts";
import { buildSelectColumn, SelectAllCheckbox } from "../../resource/rowSelection.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The column with the checkboxes of houses, within a RowSelectionContext. */
export function buildSelectHouseColumn(): Column<{ PlotID: number; HouseNo: string }> {
  return buildSelectColumn({
    idOf: ({ PlotID }) => PlotID,
    labelOf: ({ HouseNo }) => t("Select {house}", { house: HouseNo }),
  });
}

/** Selects all houses that the filters show, or none of them. */
export function SelectAllHousesCheckbox(props: Omit<ComponentProps<typeof SelectAllCheckbox>, "label">) {
  return <SelectAllCheckbox {...props} label={t("Select all shown houses")} />;
}
