import { createContext, useContext } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { getCheckboxState, type PermissionCell } from "./permissionMatrix.ts";

/** Changes the unsaved permissions. */
interface PermissionEditor {
  canEdit: boolean;
  /** Allows or revokes the cells that are not locked. Allowing also allows the View permissions that they need. */
  onSet(cells: readonly PermissionCell[], allowed: boolean): void;
  /** Allows the cells that are not locked, or revokes them if all are allowed already. */
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
export function PermissionCheckbox({ permission, tabIndex, fillCell }: PermissionCheckboxProps) {
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
export function PermissionGroupCheckbox({ cells, name }: { cells: readonly PermissionCell[]; name: string }) {
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
          inset-block-start: calc(-1 * ${theme.space.xxs});
          inset-inline-end: calc(-1 * ${theme.space.xxs});
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
