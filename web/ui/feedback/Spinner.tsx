import styled, { css, keyframes } from "styled-components";
import { t } from "../../i18n/t.ts";

/** A turning ring with its words; stands for a whole page or panel that has nothing to show yet. */
export function Spinner({ text = t("Loading...") }: { text?: string }) {
  return (
    <Box role="status">
      <SpinnerRing aria-hidden="true" />
      {text}
    </Box>
  );
}

const spin = keyframes`
  to { transform: rotate(1turn); }
`;

/** The ring alone, for buttons and cells that say in words what is going on. */
export const SpinnerRing = styled.span`
  ${({ theme }) => css`
    display: inline-block;
    flex: none;
    inline-size: ${theme.size.icon}px;
    block-size: ${theme.size.icon}px;
    border: ${theme.size.ring} solid color-mix(in srgb, currentcolor 25%, transparent);
    border-block-start-color: currentcolor;
    border-radius: ${theme.radius.round};
    animation: ${spin} ${theme.motion.spin} infinite;
  `}
`;

const Box = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: center;
    gap: ${theme.space.s};
    padding: ${theme.space.xxl};
    color: ${theme.color.textMuted};
  `}
`;
