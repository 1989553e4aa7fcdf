import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { type } from "../theme.ts";

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
  /** What else is to be said: failures, who began it. */
  children?: ReactNode;
}

/** Work under way, counted: label, bar and "22 of 36". */
export function ProgressBar({ label, done, total, children }: ProgressBarProps) {
  const counts = `${figures.format(done)} of ${figures.format(total)}`;
  return (
    <Line>
      <Label>{label}</Label>
      <Track
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={counts}
      >
        <Fill style={{ inlineSize: percent(total > 0 ? done / total : 0) }} />
      </Track>
      <Counts>{counts}</Counts>
      {children}
    </Line>
  );
}

interface ShareBarProps {
  /** 0 to 1; what lies beyond is cut off. */
  share: number;
  label: string;
  /** A colour of the theme; the accent unless told. */
  color?: string;
}

/** A share of a whole as a bar: recovery of a month, of a category. */
export function ShareBar({ share, label, color }: ShareBarProps) {
  return (
    <Track role="img" aria-label={`${label} ${percent(share)}`}>
      <Fill style={{ inlineSize: percent(share), background: color }} />
    </Track>
  );
}

const figures = new Intl.NumberFormat("en-PK");

function percent(share: number): string {
  return `${Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10}%`;
}

const Track = styled.div`
  ${({ theme: t }) => css`
    flex: 1;
    block-size: ${t.size.bar}px;
    overflow: hidden;
    border-radius: ${t.radius.plate};
    background: ${t.color.sunken};
    print-color-adjust: exact;
  `}
`;

const Fill = styled.div`
  ${({ theme: t }) => css`
    block-size: 100%;
    background: ${t.color.accent};
    transition: inline-size ${t.motion.dialog};
    print-color-adjust: exact;
  `}
`;

const Line = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.xs} ${t.space.m};
  `}
`;

const Label = styled.span`
  ${type("medium")}
`;

const Counts = styled.span`
  ${type("strong")}
`;
