import { DropdownMenu } from "radix-ui";
import styled, { css, keyframes } from "styled-components";
import { touchable, type } from "../theme.ts";

/** The parts of a drop-down menu, dressed; arrow keys, Esc and type-ahead are Radix's. */
export const MenuPanel = styled(DropdownMenu.Content)`
  ${({ theme: t }) => css`
    z-index: ${t.layer.menu};
    min-inline-size: ${t.size.account};
    padding: ${t.space.xs};
    border: 1px solid ${t.color.line};
    border-radius: ${t.radius.dialog};
    background: ${t.color.surface};
    box-shadow: ${t.shadow};
    animation: ${drop} ${t.motion.dialog};
  `}
`;

export const MenuLabel = styled(DropdownMenu.Label)`
  ${type("meta")}
  ${({ theme: t }) => css`
    padding: ${t.space.s} ${t.size.cellPad} ${t.space.xs};
    color: ${t.color.ink3};
  `}
`;

export const menuItemStyle = css`
  ${type("text")}
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.size.cellPad};
    min-block-size: ${touchable(t.size.menuEntry)};
    padding-inline: ${t.size.cellPad};
    border-radius: ${t.radius.button};
    color: ${t.color.ink};
    text-decoration: none;
    cursor: pointer;
    outline: none;

    &[data-highlighted] {
      background: ${t.color.accentSoft};
      color: ${t.color.accent};
    }

    &[aria-current] {
      color: ${t.color.accent};
      font-weight: 600;
    }
  `}
`;

export const MenuItem = styled(DropdownMenu.Item)`
  ${menuItemStyle}
`;

export const MenuRule = styled(DropdownMenu.Separator)`
  ${({ theme: t }) => css`
    block-size: 1px;
    margin-block: ${t.space.xs};
    background: ${t.color.line};
  `}
`;

const drop = keyframes`
  from { opacity: 0; translate: 0 calc(-1 * var(--rise)); }
`;
