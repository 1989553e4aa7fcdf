import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { Icon, type IconName } from "../icon/Icon.tsx";
import { type Theme, typography } from "../theme/theme.ts";

export type Tone = "neutral" | "good" | "warn" | "bad";

interface BadgeProps {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}

/** A word on a soft ground, 20 px high. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <BadgeBox $tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </BadgeBox>
  );
}

/** The text colour of a tone. */
export function toneColor(theme: Theme, tone: Tone): string {
  const { textMuted, accent, amber, red } = theme.color;
  return { neutral: textMuted, good: accent, warn: amber, bad: red }[tone];
}

/** A framed word without ground: a role, a kind. */
export const Tag = styled.span`
  ${typography("key")}
  ${({ theme: t }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    block-size: ${t.size.kbd}px;
    padding-inline: ${t.space.xs};
    border: 1px solid ${t.color.borderStrong};
    border-radius: ${t.radius.badge};
    color: ${t.color.textMuted};
    white-space: nowrap;
  `}
`;

function toneBackground(theme: Theme, tone: Tone): string {
  const { sunken, accentSoft, amberSoft, redSoft } = theme.color;
  return { neutral: sunken, good: accentSoft, warn: amberSoft, bad: redSoft }[tone];
}

const BadgeBox = styled.span<{ $tone: Tone }>`
  ${typography("metaStrong")}
  ${({ theme: t, $tone }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${t.space.xs};
    min-block-size: ${t.size.badge}px;
    padding-inline: ${t.space.s};
    border-radius: ${t.radius.badge};
    background: ${toneBackground(t, $tone)};
    color: ${toneColor(t, $tone)};
    white-space: nowrap;
  `}
`;
