import { useState } from "react";
import styled, { css } from "styled-components";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { say, sayMessage } from "../../lib/language.ts";
import { Note } from "../../Note.tsx";
import { type } from "../../theme.ts";
import { clipped } from "../../ui/clipped.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { StatusMark } from "../../ui/Status.tsx";
import type { CellFocus } from "../../ui/TableTypes.ts";
import type { Receipt } from "./ReceiptFilter.ts";

/** Why the mail of a receipt failed, if it did, in full. */
export function MailTrouble({ receipt }: { receipt: Receipt }) {
  return (
    mailState(receipt) === "Failed" && (
      <Note tone="bad" title={say("Mail")}>
        {mailText(receipt)}
      </Note>
    )
  );
}

/** What became of a receipt's mail. */
export function MailMark({ receipt }: { receipt: Receipt }) {
  const state = mailState(receipt);
  const { icon, tone } = mailLooks[state];
  return (
    <StatusMark icon={icon} tone={tone}>
      {say(state)}
    </StatusMark>
  );
}

/** The same in a row: of a failed one its reason too, which a press shows in full. */
export function MailCell({ receipt, tabIndex }: { receipt: Receipt } & CellFocus) {
  const [open, setOpen] = useState(false);
  if (mailState(receipt) !== "Failed") return <MailMark receipt={receipt} />;
  return (
    <>
      <Reason type="button" tabIndex={tabIndex} onClick={() => setOpen(true)}>
        <MailMark receipt={receipt} />
        <small>{sayMessage(receipt.MailError)}</small>
      </Reason>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={say("{noun} {name}", { noun: say("Receipt"), name: receiptName(receipt) })}
        description={<bdi dir="ltr">{receipt.EmailID}</bdi>}
        width="s"
      >
        <MailTrouble receipt={receipt} />
      </Dialog>
    </>
  );
}

/** The state, and what a failed one failed of. */
export function mailText(receipt: Receipt): string {
  const state = mailState(receipt);
  return state === "Failed" ? say("Failed: {reason}", { reason: sayMessage(receipt.MailError) }) : say(state);
}

const mailLooks = {
  Voided: { icon: "x", tone: "neutral" },
  Sent: { icon: "mail-check", tone: "good" },
  Failed: { icon: "mail-x", tone: "bad" },
  Pending: { icon: "mail", tone: "neutral" },
  Imported: { icon: "sheet", tone: "neutral" },
  "No e-mail": { icon: "mail-x", tone: "neutral" },
} as const;

function mailState({ VoidedAt, IsEmailSent, ImportKey, MailError, EmailID }: Receipt): keyof typeof mailLooks {
  if (VoidedAt !== null) return "Voided";
  if (IsEmailSent) return "Sent";
  if (ImportKey) return "Imported";
  if (!EmailID) return "No e-mail";
  return MailError ? "Failed" : "Pending";
}

/** State and reason in the height of one row. */
const Reason = styled.button`
  ${({ theme: t }) => css`
    display: grid;
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;

    > :first-child {
      ${type("metaStrong")}
      line-height: 1.2;
    }

    small {
      ${type("key")}
      ${clipped}
      color: ${t.color.red};
    }

    &:hover small {
      text-decoration: underline;
    }
  `}
`;
