import type { ReactNode } from "react";
import { t } from "../i18n/t.ts";
import { StatusLabel, type Tone } from "../ui/badge/Badge.tsx";
import type { IconName } from "../ui/icon/Icon.tsx";

type StatusValue = "Paid" | "Part-paid" | "Overdue" | "Not due yet" | "Active" | "Inactive";

/**
 * Whether an amount (installment, charge, expense) is paid, or a record (service rate, user, account) is active.
 * `children` replaces the text.
 */
export function Status({ value, children = t(value) }: { value: StatusValue; children?: ReactNode }) {
  return <StatusLabel {...statusStyles[value]}>{children}</StatusLabel>;
}

const statusStyles: Record<StatusValue, { icon: IconName; tone: Tone }> = {
  Paid: { icon: "check", tone: "good" },
  "Part-paid": { icon: "circle-dashed", tone: "warn" },
  Overdue: { icon: "clock-alert", tone: "warn" },
  "Not due yet": { icon: "circle", tone: "neutral" },
  Active: { icon: "check", tone: "good" },
  Inactive: { icon: "minus", tone: "neutral" },
};
