import { societyDayAt } from "../../../shared/dates.ts";
import type { MailRecord } from "../../../shared/endpoints/mails.ts";
import { formatMailState, mailStateStyles } from "../../domain/mailLabels.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import {
  computedTextColumn,
  instantColumn,
  renderDateTime,
  renderShortDay,
  textColumn,
} from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The columns of the list of emails; `asFiles` if these are saved as files instead of sent. */
export function buildMailColumns(asFiles: boolean): readonly Column<MailRecord>[] {
  return [
    {
      ...instantColumn({ key: "RunAt", title: t("Queued"), width: 16, mobileSlot: "meta" }),
      renderMobile: ({ RunAt }) => renderShortDay(societyDayAt(new Date(RunAt))),
    },
    // Hidden on cards, because the subject names the kind.
    computedTextColumn({ key: "Kind", title: t("Kind"), width: 10, mobileSlot: "hidden" }, ({ Kind }) =>
      formatMailKind(Kind),
    ),
    {
      key: "To",
      title: t("Recipient"),
      width: 18,
      grow: 1,
      mobileSlot: "meta",
      render: ({ To }) => (
        <bdi dir="ltr" title={To}>
          {To || "—"}
        </bdi>
      ),
      sortValue: ({ To }) => To,
    },
    textColumn({ key: "Subject", title: t("Subject"), width: 24, grow: 4, mobileSlot: "title" }),
    {
      key: "State",
      title: t("State"),
      width: 14,
      mobileSlot: "meta",
      render: ({ State }) => <StatusLabel {...mailStateStyles[State]}>{formatMailState(State, asFiles)}</StatusLabel>,
      sortValue: ({ State }) => formatMailState(State, asFiles),
    },
    {
      key: "Attempts",
      title: t("Attempts"),
      width: 8,
      dropOrder: 1,
      align: "end",
      mobileSlot: "hidden",
      render: ({ Tries }) => Tries,
      sortValue: ({ Tries }) => Tries,
    },
    {
      key: "Reason",
      title: t("Reason"),
      width: 9,
      grow: 1,
      mobileSlot: "hidden",
      render: ({ Reason }) => {
        const reason = translateMessage(Reason);
        return reason === "" ? "—" : <bdi title={reason}>{reason}</bdi>;
      },
      sortValue: ({ Reason }) => Reason,
    },
    {
      key: "When",
      title: asFiles ? t("Saved or next attempt") : t("Sent or next attempt"),
      width: 20,
      mobileSlot: "hidden",
      render: ({ SentAt, NextTryAt }) => renderDateTime(SentAt ?? NextTryAt),
      sortValue: ({ SentAt, NextTryAt }) => SentAt ?? NextTryAt,
    },
  ];
}

function formatMailKind(kind: MailRecord["Kind"]): string {
  return {
    receipt: t("Receipt"),
    reminder: t("Reminder"),
    bill: t("Bill"),
    bounce: t("Bounced cheque"),
    reset: t("Password link"),
    invitation: t("Invitation"),
    verification: t("Email confirmation"),
  }[kind];
}
