import { DropdownMenu } from "radix-ui";
import styled, { css } from "styled-components";
import { IconButton } from "../button/Button.tsx";
import { Icon } from "../icon/Icon.tsx";
import { typography } from "../theme/theme.ts";
import type { CellFocus, RowAction } from "./tableTypes.ts";

interface RowActionsProps {
  actions: readonly RowAction[];
  focus: CellFocus;
}

/** A row's actions as icons, each with its name. */
export function RowActions({ actions, focus }: RowActionsProps) {
  return (
    <Icons>
      {actions.map(({ key, onPress, ...action }) => (
        <IconButton key={key} onClick={onPress} {...action} {...focus} />
      ))}
    </Icons>
  );
}

interface CardActionsProps extends RowActionsProps {
  /** Name of the button that opens the list of actions. */
  label: string;
}

/** The same under the thumb: one action fills the card's end, several open from it. */
export function CardActions({ actions, focus, label }: CardActionsProps) {
  const [only, ...others] = actions;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <ActionButton type="button" aria-label={only.label} disabled={only.disabled} onClick={only.onPress} {...focus}>
        <Icon name={only.icon} large />
      </ActionButton>
    );
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <ActionButton type="button" aria-label={label} {...focus}>
          <Dots aria-hidden="true">•••</Dots>
        </ActionButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <ActionMenu align="end">
          {actions.map(({ key, label: name, icon, danger, disabled, onPress }) => (
            <ActionMenuItem key={key} disabled={disabled} data-danger={danger || undefined} onSelect={onPress}>
              <Icon name={icon} />
              {name}
            </ActionMenuItem>
          ))}
        </ActionMenu>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const Icons = styled.div`
  display: flex;
  justify-content: flex-end;
`;

const ActionButton = styled.button`
  ${({ theme }) => css`
    inline-size: 100%;
    block-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: ${theme.color.textMuted};
    cursor: pointer;

    &:disabled {
      color: ${theme.color.borderStrong};
    }

    &:focus-visible {
      outline-offset: calc(-2 * ${theme.size.ring});
    }
  `}
`;

const Dots = styled.span`
  ${typography("key")}
`;

const ActionMenu = styled(DropdownMenu.Content)`
  ${({ theme }) => css`
    z-index: ${theme.layer.menu};
    padding-block: ${theme.space.xs};
    border: 1px solid ${theme.color.borderStrong};
    border-radius: ${theme.radius.toast};
    background: ${theme.color.surface};
    color: ${theme.color.text};
    box-shadow: ${theme.shadow};
  `}
`;

const ActionMenuItem = styled(DropdownMenu.Item)`
  ${typography("mobile")}
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
    min-block-size: ${theme.size.touchTarget}px;
    padding-inline: ${theme.space.l};
    outline: none;

    &[data-highlighted] {
      background: ${theme.color.accentSoft};
    }

    &[data-disabled] {
      color: ${theme.color.borderStrong};
    }

    &[data-danger] {
      color: ${theme.color.red};
    }
  `}
`;
