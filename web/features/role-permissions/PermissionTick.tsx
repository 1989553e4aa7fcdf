import { createContext, useContext } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { VisuallyHidden } from "../../ui/text/VisuallyHidden.ts";
import { type PermissionCell, tickStateOf } from "./permissionMatrix.ts";

interface PermissionEditing {
  canEdit: boolean;
  onSet(boxes: readonly PermissionCell[], allowed: boolean): void;
}

/** For the ticks in the grid, which are drawn by its columns. */
export const PermissionEditing = createContext<PermissionEditing>({ canEdit: false, onSet: () => undefined });

/** One box of the grid, or the dash of a pair that does not exist. */
export function PermissionTick({
  permission,
  tabIndex,
  cell,
}: {
  permission: PermissionCell | undefined;
  tabIndex?: number;
  cell?: boolean;
}) {
  const { canEdit, onSet } = useContext(PermissionEditing);
  if (!permission) {
    return (
      <Dash>
        <span aria-hidden="true">–</span>
        <VisuallyHidden as="span">{t("does not exist")}</VisuallyHidden>
      </Dash>
    );
  }
  return (
    <TickFrame
      $changed={permission.isChanged}
      title={permission.isLocked ? t("You do not hold this yourself") : undefined}
    >
      <Checkbox
        state={permission.isAllowed ? "paid" : "empty"}
        label={permission.isChanged ? t("{name}, not saved yet", { name: permission.name }) : permission.name}
        disabled={!canEdit || permission.isLocked}
        tabIndex={tabIndex}
        fillCell={cell}
        onChange={(allowed) => onSet([permission], allowed)}
      />
    </TickFrame>
  );
}

/** Sets all of a menu and of what is below it. */
export function PermissionGroupTick({ cells, name }: { cells: readonly PermissionCell[]; name: string }) {
  const { canEdit, onSet } = useContext(PermissionEditing);
  const free = cells.filter(({ isLocked }) => !isLocked);
  return (
    <Checkbox
      state={tickStateOf(cells)}
      label={t("Everything of {name}", { name })}
      disabled={!canEdit || free.length === 0}
      onChange={() =>
        onSet(
          free,
          free.some(({ isAllowed }) => !isAllowed),
        )
      }
    />
  );
}

const TickFrame = styled.span<{ $changed: boolean }>`
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
