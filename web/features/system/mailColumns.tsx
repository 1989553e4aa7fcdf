import type { MailRecord } from "../../../shared/endpoints/mails.ts";
import { textColumn } from "../../columns.tsx";
import { say, sayMessage } from "../../lib/language.ts";
import { formatMoment } from "../../moment.ts";
import { StatusMark } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";

/** What the list of mails shows. */
export function mailColumns(): readonly Column<MailRecord>[] {
  return [
    {
      key: "RunAt",
      title: say("Asked for"),
      width: 16,
      phone: "sub",
      render: ({ RunAt }) => momentText(RunAt),
      sortValue: ({ RunAt }) => RunAt,
    },
    {
      key: "Kind",
      title: say("Kind"),
      width: 10,
      phone: "meta",
      render: ({ Kind }) => kindText(Kind),
      sortValue: ({ Kind }) => kindText(Kind),
    },
    {
      key: "To",
      title: say("Sent to"),
      width: 18,
      grow: 1,
      phone: "meta",
      render: ({ To }) => (
        <bdi dir="ltr" title={To}>
          {To || "—"}
        </bdi>
      ),
      sortValue: ({ To }) => To,
    },
    textColumn({ key: "Subject", title: say("Subject"), width: 28, grow: 4, phone: "title" }),
    {
      key: "State",
      title: say("State"),
      width: 11,
      phone: "meta",
      render: ({ State }) => <MailMark state={State} />,
      sortValue: ({ State }) => mailStateText(State),
    },
    {
      key: "Tries",
      title: say("Tries"),
      width: 5,
      align: "end",
      phone: "hidden",
      render: ({ Tries }) => Tries,
      sortValue: ({ Tries }) => Tries,
    },
    {
      key: "Reason",
      title: say("Reason"),
      width: 9,
      grow: 1,
      phone: "hidden",
      render: ({ Reason }) => {
        const reason = sayMessage(Reason);
        return reason === "" ? "—" : <bdi title={reason}>{reason}</bdi>;
      },
      sortValue: ({ Reason }) => Reason,
    },
    {
      key: "When",
      title: say("Sent or tried next"),
      width: 16,
      phone: "hidden",
      render: ({ SentAt, NextTryAt }) => momentText(SentAt ?? NextTryAt),
      sortValue: ({ SentAt, NextTryAt }) => SentAt ?? NextTryAt,
    },
  ];
}

export function mailStateText(state: MailRecord["State"]): string {
  return {
    waiting: say("Waiting"),
    sending: say("Sending"),
    sent: say("Sent"),
    failed: say("Failed"),
    withdrawn: say("Withdrawn"),
  }[state];
}

function MailMark({ state }: { state: MailRecord["State"] }) {
  const { icon, tone } = looks[state];
  return (
    <StatusMark icon={icon} tone={tone}>
      {mailStateText(state)}
    </StatusMark>
  );
}

const looks = {
  waiting: { icon: "mail", tone: "neutral" },
  sending: { icon: "mail", tone: "neutral" },
  sent: { icon: "mail-check", tone: "good" },
  failed: { icon: "mail-x", tone: "bad" },
  withdrawn: { icon: "minus", tone: "neutral" },
} as const;

function kindText(kind: MailRecord["Kind"]): string {
  return {
    receipt: say("Receipt"),
    reminder: say("Reminder"),
    reset: say("Password link"),
    invitation: say("Invitation"),
  }[kind];
}

function momentText(instant: string | null) {
  return instant === null ? "—" : <bdi dir="ltr">{formatMoment(new Date(instant))}</bdi>;
}
