import styled, { css, keyframes } from "styled-components";
import { useUiTexts } from "../uiTexts.ts";

/** Shown in place of a page or panel that is loading. */
export function Spinner({ text }: { text?: string }) {
  const { loading } = useUiTexts();
  return (
    <Box role="status">
      <SpinnerRing aria-hidden="true" />
      {text ?? loading}
    </Box>
  );
}

/** Grey bars in place of rows that are loading. */
export function Skeleton({ rowCount = 8 }: { rowCount?: number }) {
  const { loading } = useUiTexts();
  const rowNumbers = Array.from({ length: rowCount }, (_, index) => index);
  return (
    <div role="status" aria-label={loading}>
      {rowNumbers.map((rowNumber) => (
        <Row key={rowNumber}>
          <SkeletonBar $width="4%" />
          <SkeletonBar $width="9%" />
          <SkeletonBar $width={rowNumber % 2 ? "26%" : "20%"} />
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

/** The spinner without text. */
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

/** The animation of elements that wait for data; runs for `motion.pulse`. */
export const pulse = keyframes`
  50% { opacity: 0.55; }
`;

/** A grey bar; `$width` is a CSS width, relative to the parent. */
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
