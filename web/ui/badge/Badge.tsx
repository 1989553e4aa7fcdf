import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { Icon, type IconName } from "../icon/Icon.tsx";
import { ellipsis } from "../theme/mixins.ts";
import { type Theme, typography } from "../theme/theme.ts";

export type Tone = "neutral" | "good" | "warn" | "bad";

interface BadgeProps {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}

/** A short text on a tinted background. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <BadgeBox $tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </BadgeBox>
  );
}

interface StatusLabelProps {
  icon: IconName;
  tone: Tone;
  /** Tooltip: the reason of the status. */
  title?: string;
  children: ReactNode;
}

/** A status as icon, text and colour. */
export function StatusLabel({ icon, tone, title, children }: StatusLabelProps) {
  return (
    <LabelBox title={title} $tone={tone}>
      <Icon name={icon} />
      <LabelText>{children}</LabelText>
    </LabelBox>
  );
}

/** The text colour of a tone. */
export function toneColor(theme: Theme, tone: Tone): string {
  const { textMuted, accent, amber, red } = theme.color;
  return { neutral: textMuted, good: accent, warn: amber, bad: red }[tone];
}

/** A short text with an outline, for example the name of a role. */
export const Tag = styled.span`
  ${typography("caption")}
  ${({ theme }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    block-size: ${theme.size.kbd}px;
    padding-inline: ${theme.space.xs};
    border: 1px solid ${theme.color.borderStrong};
    border-radius: ${theme.radius.badge};
    color: ${theme.color.textMuted};
    white-space: nowrap;
  `}
`;

function toneBackground(theme: Theme, tone: Tone): string {
  const { sunken, accentSoft, amberSoft, redSoft } = theme.color;
  return { neutral: sunken, good: accentSoft, warn: amberSoft, bad: redSoft }[tone];
}

const BadgeBox = styled.span<{ $tone: Tone }>`
  ${typography("metaStrong")}
  ${({ theme, $tone }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.xs};
    min-block-size: ${theme.size.badge}px;
    padding-inline: ${theme.space.s};
    border-radius: ${theme.radius.badge};
    background: ${toneBackground(theme, $tone)};
    color: ${toneColor(theme, $tone)};
    white-space: nowrap;
  `}
`;

const LabelBox = styled.span<{ $tone: Tone }>`
  ${typography("medium")}
  ${({ theme, $tone }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.xs};
    max-inline-size: 100%;
    color: ${toneColor(theme, $tone)};
  `}
`;

const LabelText = styled.span`
  min-inline-size: 0;
  ${ellipsis}
`;
