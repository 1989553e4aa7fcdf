import type { ReminderRecord } from "../../../shared/endpoints/reminders.ts";
import { say, sayMessage } from "../../lib/language.ts";
import { StatusMark } from "../../ui/Status.tsx";

/** How far the reminder of a house is, or why it was not sent. */
export function ReminderMark({ reminder }: { reminder: ReminderRecord }) {
  const { icon, tone } = looks[reminder.State];
  const reason = reminder.Reason === "" ? undefined : sayMessage(reminder.Reason);
  return (
    <StatusMark icon={icon} tone={tone} title={reason}>
      {reminderText(reminder)}
    </StatusMark>
  );
}

export function reminderText({ State, Reason }: ReminderRecord): string {
  if (State === "withdrawn") return sayMessage(Reason);
  return { waiting: say("Waiting"), sending: say("Sending"), sent: say("Sent"), failed: say("Failed") }[State];
}

const looks = {
  waiting: { icon: "mail", tone: "neutral" },
  sending: { icon: "mail", tone: "neutral" },
  sent: { icon: "mail-check", tone: "good" },
  failed: { icon: "mail-x", tone: "bad" },
  withdrawn: { icon: "check", tone: "good" },
} as const;
