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

/** Grey bars where rows will stand, said once to screen readers. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  return (
    <div role="status" aria-label={t("Loading...")}>
      {numbers.map((number) => (
        <Row key={number}>
          <SkeletonBar $width="4%" />
          <SkeletonBar $width="9%" />
          <SkeletonBar $width={number % 2 ? "26%" : "20%"} />
          <SkeletonBar $width="14%" />
          <SkeletonBar $width="10%" />
        </Row>
      ))}
    </div>
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

const pulse = keyframes`
  50% { opacity: 0.55; }
`;

/** One bar, as wide as told (a share of its row or cell). */
export const SkeletonBar = styled.span<{ $width?: string }>`
  ${({ theme, $width = "70%" }) => css`
    display: inline-block;
    inline-size: ${$width};
    block-size: ${theme.size.skeleton}px;
    border-radius: ${theme.radius.badge};
    background: ${theme.color.sunken};
    animation: ${pulse} ${theme.motion.pulse} infinite;
  `}
`;

const Row = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.xl};
    block-size: ${theme.size.row}px;
    padding-inline: ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.border};
  `}
`;
