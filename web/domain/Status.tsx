import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { t } from "../i18n/t.ts";
import { type Tone, toneColor } from "../ui/badge/Badge.tsx";
import { Icon, type IconName } from "../ui/icon/Icon.tsx";
import { typography } from "../ui/theme/theme.ts";

export type StatusValue = "Paid" | "Part-paid" | "Overdue" | "Due" | "Active" | "In-Active";

interface StatusProps {
  value: StatusValue;
  /** The word shown, when it is not the value itself (another language, a count). */
  children?: ReactNode;
}

/** The state of an installment or a rate: icon, word and colour together. */
export function Status({ value, children = t(value) }: StatusProps) {
  const { icon, tone } = statusStyles[value];
  return (
    <StatusLabel icon={icon} tone={tone}>
      {children}
    </StatusLabel>
  );
}

interface StatusLabelProps {
  icon: IconName;
  tone: Tone;
  /** Why, for those who point at it. */
  title?: string;
  children: ReactNode;
}

/** Any other state, in the same shape: a mail sent, a reminder failed. */
export function StatusLabel({ icon, tone, title, children }: StatusLabelProps) {
  return (
    <Label title={title} $tone={tone}>
      <Icon name={icon} />
      {children}
    </Label>
  );
}

const statusStyles: Record<StatusValue, { icon: IconName; tone: Tone }> = {
  Paid: { icon: "check", tone: "good" },
  "Part-paid": { icon: "circle-dashed", tone: "warn" },
  Overdue: { icon: "clock-alert", tone: "warn" },
  Due: { icon: "circle", tone: "neutral" },
  Active: { icon: "check", tone: "good" },
  "In-Active": { icon: "minus", tone: "neutral" },
};

const Label = styled.span<{ $tone: Tone }>`
  ${typography("medium")}
  ${({ theme, $tone }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.xs};
    color: ${toneColor(theme, $tone)};
    white-space: nowrap;
  `}
`;
