import { DropdownMenu } from "radix-ui";
import styled, { css } from "styled-components";
import { IconButton } from "../button/Button.tsx";
import { SpinnerRing } from "../feedback/Loading.tsx";
import { Icon } from "../icon/Icon.tsx";
import { MenuItem, MenuPanel } from "../menu/Menu.tsx";
import { typography } from "../theme/theme.ts";
import type { CellFocus, RowAction } from "./tableTypes.ts";

interface RowActionsProps {
  actions: readonly RowAction[];
  focus: CellFocus;
}

/** The actions of a row as icon buttons. */
export function RowActions({ actions, focus }: RowActionsProps) {
  return (
    <IconRow>
      {actions.map(({ key, onPress, ...action }) => (
        <IconButton key={key} onClick={onPress} {...action} {...focus} />
      ))}
    </IconRow>
  );
}

interface CardActionsProps extends RowActionsProps {
  /** Label of the button that opens the menu. */
  label: string;
}

/** The actions of a card: a single one as a button, several as a menu. */
export function CardActions({ actions, focus, label }: CardActionsProps) {
  const [action] = actions;
  if (!action) return null;
  if (actions.length === 1) {
    return (
      <ActionButton
        type="button"
        aria-label={action.label}
        aria-disabled={action.busy}
        onClick={action.busy ? undefined : action.onPress}
        {...focus}
      >
        {action.busy ? <SpinnerRing aria-hidden="true" /> : <Icon name={action.icon} large />}
      </ActionButton>
    );
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <ActionButton type="button" aria-label={label} {...focus}>
          {actions.some(({ busy }) => busy) ? <SpinnerRing aria-hidden="true" /> : <Dots aria-hidden="true">•••</Dots>}
        </ActionButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end">
          {actions.map(({ key, label: name, icon, danger, busy, onPress }) => (
            <MobileMenuItem key={key} disabled={busy} data-danger={danger || undefined} onSelect={onPress}>
              <Icon name={icon} />
              {name}
            </MobileMenuItem>
          ))}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const IconRow = styled.div`
  display: flex;
  justify-content: flex-end;
`;

const ActionButton = styled.button`
  ${({ theme }) => css`
    display: grid;
    place-items: center;
    inline-size: 100%;
    block-size: 100%;
    color: ${theme.color.textMuted};

    &:focus-visible {
      outline-offset: calc(-2 * ${theme.size.ring});
    }
  `}
`;

const Dots = styled.span`
  ${typography("caption")}
`;

const MobileMenuItem = styled(MenuItem)`
  ${typography("textMobile")}
`;
