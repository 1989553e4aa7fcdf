import { createContext, useContext, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { useIsMobile } from "../hooks/useIsMobile.ts";
import { t } from "../i18n/t.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import type { Column } from "../ui/table/tableTypes.ts";
import { formatCount } from "../ui/text/Money.tsx";
import { hideInPrint } from "../ui/theme/mixins.ts";

interface RowSelectionState {
  selectedIds: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** The ids of the selected rows. A context, so that selecting a row renders only the checkboxes again. */
export const RowSelectionContext = createContext<RowSelectionState>({
  selectedIds: new Set(),
  toggle: () => undefined,
});

/** The state for a RowSelectionContext; the caller provides it. */
export function useRowSelection() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      selectedIds,
      replaceSelection: (ids: Iterable<number>) => setSelectedIds(new Set(ids)),
      toggle: (id: number) =>
        setSelectedIds((previous) => {
          const next = new Set(previous);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
    }),
    [selectedIds],
  );
}

interface SelectCheckboxProps {
  id: number;
  label: string;
  tabIndex: 0 | -1;
}

function SelectCheckbox({ id, label, tabIndex }: SelectCheckboxProps) {
  const { selectedIds, toggle } = useContext(RowSelectionContext);
  const isMobile = useIsMobile();
  return (
    <Checkbox
      state={selectedIds.has(id) ? "checked" : "unchecked"}
      label={label}
      fillCell={isMobile}
      tabIndex={tabIndex}
      onChange={() => toggle(id)}
    />
  );
}

interface SelectColumnOptions<Row> {
  idOf: (row: Row) => number;
  /** The label of a row's checkbox. */
  labelOf: (row: Row) => string;
}

/** The column with the checkboxes, within a RowSelectionContext. */
export function buildSelectColumn<Row>({ idOf, labelOf }: SelectColumnOptions<Row>): Column<Row> {
  return {
    key: "Select",
    title: t("Select"),
    width: 6,
    sticky: true,
    mobileSlot: "action",
    render: (row, { tabIndex }) => <SelectCheckbox id={idOf(row)} label={labelOf(row)} tabIndex={tabIndex} />,
  };
}

interface SelectAllCheckboxProps {
  label: string;
  /** The rows that the filters show. */
  shownIds: readonly number[];
  selectedCount: number;
  onChange: (isSelected: boolean) => void;
}

/** Selects all rows that the filters show, or none of them. Beside it stands how many rows are selected. */
export function SelectAllCheckbox({ label, shownIds, selectedCount, onChange }: SelectAllCheckboxProps) {
  const { selectedIds } = useContext(RowSelectionContext);
  const shownCount = shownIds.filter((id) => selectedIds.has(id)).length;
  const state = shownCount === 0 ? "unchecked" : shownCount === shownIds.length ? "checked" : "indeterminate";
  return (
    <SelectAllLabel>
      <Checkbox state={state} label={label} disabled={shownIds.length === 0} onChange={onChange} />
      {selectedCount === 0 ? t("Select all") : t("{count} selected", { count: formatCount(selectedCount) })}
    </SelectAllLabel>
  );
}

const SelectAllLabel = styled.label`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

/** The bar above a list with what can be done with the selected rows. */
export const SelectionBar = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.xs} ${theme.space.m};
    ${theme.mobile} {
      padding: ${theme.space.s} ${theme.size.gutter};
      border-block-end: 1px solid ${theme.color.border};
    }
    ${hideInPrint}
  `}
`;
