import { DropdownMenu } from "radix-ui";
import styled, { css, keyframes } from "styled-components";
import { touchSize, typography } from "../theme/theme.ts";

/** The parts of a drop-down menu, dressed; arrow keys, Esc and type-ahead are Radix's. */
export const MenuPanel = styled(DropdownMenu.Content)`
  ${({ theme: t }) => css`
    z-index: ${t.layer.menu};
    min-inline-size: ${t.size.menuMinWidth};
    padding: ${t.space.xs};
    border: 1px solid ${t.color.border};
    border-radius: ${t.radius.dialog};
    background: ${t.color.surface};
    box-shadow: ${t.shadow};
    animation: ${slideDown} ${t.motion.dialog};
  `}
`;

export const MenuLabel = styled(DropdownMenu.Label)`
  ${typography("meta")}
  ${({ theme: t }) => css`
    padding: ${t.space.s} ${t.size.cellPadding} ${t.space.xs};
    color: ${t.color.textSubtle};
  `}
`;

export const menuItemStyle = css`
  ${typography("text")}
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.size.cellPadding};
    min-block-size: ${touchSize(t.size.menuEntry)};
    padding-inline: ${t.size.cellPadding};
    border-radius: ${t.radius.button};
    color: ${t.color.text};
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

export const MenuSeparator = styled(DropdownMenu.Separator)`
  ${({ theme: t }) => css`
    block-size: 1px;
    margin-block: ${t.space.xs};
    background: ${t.color.border};
  `}
`;

const slideDown = keyframes`
  from { opacity: 0; translate: 0 calc(-1 * var(--rise)); }
`;
