import type { ReminderRecord } from "../../../shared/endpoints/reminders.ts";
import { StatusLabel } from "../../domain/Status.tsx";
import { t, translateMessage } from "../../i18n/t.ts";

/** How far the reminder of a house is, or why it was not sent. */
export function ReminderStatusLabel({ reminder }: { reminder: ReminderRecord }) {
  const { icon, tone } = statusStyles[reminder.State];
  const reason = reminder.Reason === "" ? undefined : translateMessage(reminder.Reason);
  return (
    <StatusLabel icon={icon} tone={tone} title={reason}>
      {describeReminderStatus(reminder)}
    </StatusLabel>
  );
}

export function describeReminderStatus({ State, Reason }: ReminderRecord): string {
  if (State === "withdrawn") return translateMessage(Reason);
  return { waiting: t("Waiting"), sending: t("Sending"), sent: t("Sent"), failed: t("Failed") }[State];
}

const statusStyles = {
  waiting: { icon: "mail", tone: "neutral" },
  sending: { icon: "mail", tone: "neutral" },
  sent: { icon: "mail-check", tone: "good" },
  failed: { icon: "mail-x", tone: "bad" },
  withdrawn: { icon: "check", tone: "good" },
} as const;
