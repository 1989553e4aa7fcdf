import { DropdownMenu } from "radix-ui";
import styled, { css, keyframes } from "styled-components";
import { targetSize, typography } from "../theme/theme.ts";

/** Styled parts of a Radix DropdownMenu. */
export const MenuPanel = styled(DropdownMenu.Content)`
  ${({ theme }) => css`
    z-index: ${theme.layer.menu};
    min-inline-size: ${theme.size.menuMinWidth};
    padding: ${theme.space.xs};
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.dialog};
    background: ${theme.color.surface};
    box-shadow: ${theme.shadow};
    animation: ${slideDown} ${theme.motion.dialog};
  `}
`;

export const MenuLabel = styled(DropdownMenu.Label)`
  ${typography("meta")}
  ${({ theme }) => css`
    padding: ${theme.space.s} ${theme.size.cellPadding} ${theme.space.xs};
    color: ${theme.color.textSubtle};
  `}
`;

export const MenuItem = styled(DropdownMenu.Item)`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.size.cellPadding};
    min-block-size: ${targetSize(theme.size.menuEntry)};
    padding-inline: ${theme.size.cellPadding};
    border-radius: ${theme.radius.button};
    color: ${theme.color.text};
    text-decoration: none;
    cursor: pointer;
    outline: none;

    &[data-highlighted] {
      background: ${theme.color.accentSoft};
      color: ${theme.color.accent};
    }

    &[data-disabled] {
      color: ${theme.color.borderStrong};
    }

    &[data-danger] {
      color: ${theme.color.red};
    }

    &[aria-current] {
      color: ${theme.color.accent};
      font-weight: 600;
    }
  `}
`;

export const MenuSeparator = styled(DropdownMenu.Separator)`
  ${({ theme }) => css`
    block-size: 1px;
    margin-block: ${theme.space.xs};
    background: ${theme.color.border};
  `}
`;

const slideDown = keyframes`
  from { opacity: 0; translate: 0 calc(-1 * var(--slide-distance)); }
`;
