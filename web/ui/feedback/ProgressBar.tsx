import styled, { css } from "styled-components";
import { hideInPrint } from "../theme/mixins.ts";
import { typography } from "../theme/theme.ts";

interface ProgressBarProps {
  /** 0 to 1; clamped. */
  share: number;
  label: string;
  /** CSS colour; the accent by default. */
  color?: string;
}

/** A bar that shows a share as its filled part. */
export function ProgressBar({ share, label, color }: ProgressBarProps) {
  return (
    <Track role="img" aria-label={`${label} ${formatPercent(share)}`}>
      <Fill style={{ inlineSize: formatPercent(share), background: color }} />
    </Track>
  );
}

function formatPercent(share: number): string {
  return `${Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10}%`;
}

const Track = styled.div`
  ${({ theme }) => css`
    flex: 1;
    block-size: ${theme.size.progressBar}px;
    overflow: hidden;
    border-radius: ${theme.radius.badge};
    background: ${theme.color.sunken};
    print-color-adjust: exact;
  `}
`;

const Fill = styled.div`
  ${({ theme }) => css`
    block-size: 100%;
    background: ${theme.color.accent};
    transition: inline-size ${theme.motion.dialog};
    print-color-adjust: exact;
  `}
`;

/** Layout for the progress of a background job: name, bar, counts. */
export const ProgressStrip = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s} ${theme.space.m};
    padding: ${theme.space.s} ${theme.size.gutter};
    background: ${theme.color.canvas};

    > [role="img"] {
      min-inline-size: 6em;
      max-inline-size: 24em;
    }
    ${hideInPrint}
  `}
`;

/** The number of failures in a ProgressStrip. */
export const ProgressErrors = styled.span`
  color: ${({ theme }) => theme.color.red};
`;
