import { createContext, useCallback, useContext, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { formatActionName } from "../../domain/pageNames.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { BaseTableProps, Column, GroupCell } from "../../ui/table/tableTypes.ts";
import { MetaText, VisuallyHidden } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import {
  formatAllowedCount,
  getCheckboxState,
  type MenuGroup,
  type MenuRow,
  type PermissionCell,
} from "./permissionMatrix.ts";

interface ActionColumn {
  ActionID: number;
  ActionName: string;
}

interface PermissionGridProps
  extends Pick<BaseTableProps<MenuRow>, "rowState" | "onSpace" | "loading" | "empty" | "footer" | "announcement"> {
  groups: readonly MenuGroup[];
  actions: readonly ActionColumn[];
}

/** Desktop: a column for each action, a group of rows for each top-level menu. */
export function PermissionGrid({ groups, actions, onSpace, ...tableProps }: PermissionGridProps) {
  const expansion = useExpansion({ initiallyExpanded: true });
  const columns = useMemo(() => buildGridColumns(actions), [actions]);
  const renderGroup = useCallback((group: MenuGroup) => buildGridGroupCells(group, actions), [actions]);
  const tableGroups = useMemo(
    () => groups.map((group) => ({ key: String(group.topRow.menu.MenuID), group, rows: group.rows })),
    [groups],
  );

  return (
    <GroupedTable
      label={t("Permissions")}
      groups={tableGroups}
      columns={columns}
      rowKey={({ menu }) => `menu ${menu.MenuID}`}
      renderGroup={renderGroup}
      {...expansion}
      onSpaceGroup={onSpace && (({ topRow, cells }) => onSpace({ menu: topRow.menu, cells }))}
      onSpace={onSpace}
      {...tableProps}
    />
  );
}

function buildGridColumns(actions: readonly ActionColumn[]): readonly Column<MenuRow>[] {
  return [
    { key: "toggle", title: "", width: 3.4, sticky: true, render: () => null },
    {
      key: "menu",
      title: t("Menu"),
      width: 27,
      sticky: true,
      render: ({ menu }) => <NestedName>{translateName(menu.MenuName)}</NestedName>,
    },
    {
      key: "allowed",
      title: t("Allowed"),
      width: 9.5,
      render: ({ cells }) => <MetaText>{formatAllowedCount(cells)}</MetaText>,
    },
    ...actions.map(
      ({ ActionID, ActionName }): Column<MenuRow> => ({
        key: String(ActionID),
        title: shortActionName(ActionName),
        width: Math.max(6, shortActionName(ActionName).length),
        grow: 1,
        align: "center",
        render: ({ cells }, { tabIndex }) => (
          <PermissionCheckbox permission={findCell(cells, ActionID)} tabIndex={tabIndex} />
        ),
      }),
    ),
  ];
}

function buildGridGroupCells({ topRow, cells }: MenuGroup, actions: readonly ActionColumn[]): readonly GroupCell[] {
  return [
    {
      column: "menu",
      content: (
        <GroupHeader>
          <PermissionGroupCheckbox cells={cells} name={translateName(topRow.menu.MenuName)} />
          <GroupName>{translateName(topRow.menu.MenuName)}</GroupName>
        </GroupHeader>
      ),
    },
    { column: "allowed", content: <MetaText>{formatAllowedCount(cells)}</MetaText> },
    ...actions.map(
      ({ ActionID }): GroupCell => ({
        column: String(ActionID),
        align: "center",
        content: <PermissionCheckbox permission={findCell(topRow.cells, ActionID)} />,
      }),
    ),
  ];
}

function findCell(cells: readonly PermissionCell[], ActionID: number): PermissionCell | undefined {
  return cells.find((cell) => cell.ActionID === ActionID);
}

/** Shortens a built-in action's name to fit a narrow column: "GeneratePaymentPlan" becomes "Gen. plan". */
function shortActionName(actionName: string): string {
  if (translateName(actionName) !== actionName) return translateName(actionName);
  return formatActionName(actionName)
    .replace("Generate ", "Gen. ")
    .replace("Payment ", "")
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());
}

const GroupHeader = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
`;

const GroupName = styled.span`
  ${typography("strong")}
`;

const NestedName = styled.span`
  padding-inline-start: calc(${({ theme }) => theme.size.checkbox}px + ${({ theme }) => theme.space.s});
`;

interface PermissionCardsProps
  extends Pick<BaseTableProps<PermissionCell>, "rowState" | "loading" | "empty" | "footer" | "announcement"> {
  groups: readonly MenuGroup[];
}

/** Mobile: each menu expands to its actions, with the checkbox at the end of the row. */
export function PermissionCards({ groups, ...tableProps }: PermissionCardsProps) {
  const expansion = useExpansion({ initiallyExpanded: false });
  const columns = useMemo(buildCardColumns, []);
  const tableGroups = useMemo(
    () =>
      groups
        .flatMap(({ topRow, rows }) => [topRow, ...rows])
        .map((row) => ({ key: String(row.menu.MenuID), group: row, rows: row.cells })),
    [groups],
  );

  return (
    <GroupedTable
      label={t("Permissions")}
      groups={tableGroups}
      columns={columns}
      rowKey={({ key }) => key}
      renderGroup={buildCardGroupCells}
      {...expansion}
      {...tableProps}
    />
  );
}

function buildCardColumns(): readonly Column<PermissionCell>[] {
  return [
    { key: "name", title: t("Permission"), width: 30, mobileSlot: "title", render: ({ name }) => name },
    {
      key: "allowed",
      title: t("Allowed"),
      width: 8,
      mobileSlot: "action",
      render: (cell, { tabIndex }) => <PermissionCheckbox permission={cell} tabIndex={tabIndex} fillCell />,
    },
  ];
}

function buildCardGroupCells({ menu, cells }: MenuRow): readonly GroupCell[] {
  return [
    {
      column: "name",
      mobileSlot: "title",
      content: <CardMenuName $topLevel={menu.ParentMenuID === 0}>{translateName(menu.MenuName)}</CardMenuName>,
    },
    { column: "allowed", mobileSlot: "meta", content: formatAllowedCount(cells) },
    {
      column: "all",
      mobileSlot: "amount",
      content: <PermissionGroupCheckbox cells={cells} name={translateName(menu.MenuName)} />,
    },
  ];
}

const CardMenuName = styled.span<{ $topLevel: boolean }>`
  ${typography("mobile")}
  font-weight: ${({ $topLevel }) => ($topLevel ? 600 : 400)};
  padding-inline-start: ${({ theme, $topLevel }) => ($topLevel ? 0 : theme.space.l)};
`;

/** The props of a GroupedTable that expand and collapse its groups. */
function useExpansion({ initiallyExpanded }: { initiallyExpanded: boolean }) {
  const [toggledKeys, setToggledKeys] = useState<ReadonlySet<string>>(new Set());
  const isGroupExpanded = useCallback(
    (key: string) => toggledKeys.has(key) !== initiallyExpanded,
    [toggledKeys, initiallyExpanded],
  );

  function handleToggle(key: string) {
    const next = new Set(toggledKeys);
    if (!next.delete(key)) next.add(key);
    setToggledKeys(next);
  }

  return { isGroupExpanded, onToggle: handleToggle };
}

interface PermissionEditor {
  canEdit: boolean;
  onSet(cells: readonly PermissionCell[], allowed: boolean): void;
  /** Allows all cells that are not locked, or revokes them if all are allowed already. */
  onToggleAll(cells: readonly PermissionCell[]): void;
}

/** Passes the editor to the checkboxes, which the tables' columns render. */
export const PermissionEditorContext = createContext<PermissionEditor>({
  canEdit: false,
  onSet: () => undefined,
  onToggleAll: () => undefined,
});

interface PermissionCheckboxProps {
  permission: PermissionCell | undefined;
  tabIndex?: number;
  fillCell?: boolean;
}

/** The checkbox of a permission, or a dash where the menu does not have the action. */
function PermissionCheckbox({ permission, tabIndex, fillCell }: PermissionCheckboxProps) {
  const { canEdit, onSet } = useContext(PermissionEditorContext);
  if (!permission) {
    return (
      <Dash>
        <span aria-hidden="true">–</span>
        <VisuallyHidden as="span">{t("does not exist")}</VisuallyHidden>
      </Dash>
    );
  }
  return (
    <CheckboxFrame
      $changed={permission.isChanged}
      title={permission.isLocked ? t("You do not have this permission yourself") : undefined}
    >
      <Checkbox
        state={permission.isAllowed ? "checked" : "unchecked"}
        label={permission.isChanged ? t("{name}, not saved yet", { name: permission.name }) : permission.name}
        disabled={!canEdit || permission.isLocked}
        tabIndex={tabIndex}
        fillCell={fillCell}
        onChange={(allowed) => onSet([permission], allowed)}
      />
    </CheckboxFrame>
  );
}

/** Sets all of `cells`: the permissions of a menu, with or without its sub-menus. */
function PermissionGroupCheckbox({ cells, name }: { cells: readonly PermissionCell[]; name: string }) {
  const { canEdit, onToggleAll } = useContext(PermissionEditorContext);
  return (
    <Checkbox
      state={getCheckboxState(cells)}
      label={t("All permissions of {name}", { name })}
      disabled={!canEdit || cells.every(({ isLocked }) => isLocked)}
      onChange={() => onToggleAll(cells)}
    />
  );
}

const CheckboxFrame = styled.span<{ $changed: boolean }>`
  ${({ theme, $changed }) => css`
    position: relative;
    display: inline-grid;

    ${
      $changed &&
      css`
        &::after {
          content: "";
          position: absolute;
          inset-block-start: calc(-1 * ${theme.space.hair});
          inset-inline-end: calc(-1 * ${theme.space.hair});
          inline-size: ${theme.size.dot}px;
          block-size: ${theme.size.dot}px;
          border: 1px solid ${theme.color.surface};
          border-radius: ${theme.radius.round};
          background: ${theme.color.amberFill};
          pointer-events: none;
        }
      `
    }
  `}
`;

const Dash = styled.span`
  position: relative;
  color: ${({ theme }) => theme.color.textSubtle};
`;
