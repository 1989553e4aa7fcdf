import { useState } from "react";
import styled, { css } from "styled-components";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { StatusLabel } from "../../domain/Status.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import type { CellFocus } from "../../ui/table/tableTypes.ts";
import { ellipsis } from "../../ui/theme/ellipsis.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { Receipt } from "./useReceiptFilters.ts";

/** Why the mail of a receipt failed, if it did, in full. */
export function MailErrorNote({ receipt }: { receipt: Receipt }) {
  return (
    getMailStatus(receipt) === "Failed" && (
      <Callout tone="bad" title={t("Mail")}>
        {describeMailStatus(receipt)}
      </Callout>
    )
  );
}

/** What became of a receipt's mail. */
export function MailStatusLabel({ receipt }: { receipt: Receipt }) {
  const state = getMailStatus(receipt);
  const { icon, tone } = mailStatusStyles[state];
  return (
    <StatusLabel icon={icon} tone={tone}>
      {t(state)}
    </StatusLabel>
  );
}

/** The same in a row: of a failed one its reason too, which a press shows in full. */
export function MailCell({ receipt, tabIndex }: { receipt: Receipt } & CellFocus) {
  const [open, setOpen] = useState(false);
  if (getMailStatus(receipt) !== "Failed") return <MailStatusLabel receipt={receipt} />;
  return (
    <>
      <ErrorButton type="button" tabIndex={tabIndex} onClick={() => setOpen(true)}>
        <MailStatusLabel receipt={receipt} />
        <small>{translateMessage(receipt.MailError)}</small>
      </ErrorButton>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("{noun} {name}", { noun: t("Receipt"), name: receiptName(receipt) })}
        description={<bdi dir="ltr">{receipt.EmailID}</bdi>}
        width="s"
      >
        <MailErrorNote receipt={receipt} />
      </Dialog>
    </>
  );
}

/** The state, and what a failed one failed of. */
export function describeMailStatus(receipt: Receipt): string {
  const state = getMailStatus(receipt);
  return state === "Failed" ? t("Failed: {reason}", { reason: translateMessage(receipt.MailError) }) : t(state);
}

const mailStatusStyles = {
  Voided: { icon: "x", tone: "neutral" },
  Sent: { icon: "mail-check", tone: "good" },
  Failed: { icon: "mail-x", tone: "bad" },
  Pending: { icon: "mail", tone: "neutral" },
  Imported: { icon: "sheet", tone: "neutral" },
  "No e-mail": { icon: "mail-x", tone: "neutral" },
} as const;

function getMailStatus({
  VoidedAt,
  IsEmailSent,
  ImportKey,
  MailError,
  EmailID,
}: Receipt): keyof typeof mailStatusStyles {
  if (VoidedAt !== null) return "Voided";
  if (IsEmailSent) return "Sent";
  if (ImportKey) return "Imported";
  if (!EmailID) return "No e-mail";
  return MailError ? "Failed" : "Pending";
}

/** State and reason in the height of one row. */
const ErrorButton = styled.button`
  ${({ theme }) => css`
    display: grid;
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;

    > :first-child {
      ${typography("metaStrong")}
      line-height: 1.2;
    }

    small {
      ${typography("key")}
      ${ellipsis}
      color: ${theme.color.red};
    }

    &:hover small {
      text-decoration: underline;
    }
  `}
`;
