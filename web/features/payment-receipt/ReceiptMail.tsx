import { useState } from "react";
import styled, { css } from "styled-components";
import { sendReceiptMails } from "../../../shared/endpoints/payment-receipt-mail.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { formatHouseList } from "../../domain/counts.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { getMailStatus, type Receipt } from "../../domain/receipts/receipt.ts";
import { MailStatusLabel } from "../../domain/receipts/receiptCells.tsx";
import { t, translateMessage, translateServerMessage } from "../../i18n/t.ts";
import type { ReceiptMailStatus } from "../../live/receiptMails.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import type { CellFocus } from "../../ui/table/tableTypes.ts";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { showToast, type ToastMessage } from "../../ui/toast/Toast.tsx";

/** The full reason why the receipt's mail failed; nothing if it did not. */
export function MailErrorNote({ receipt }: { receipt: Receipt }) {
  return (
    getMailStatus(receipt) === "Failed" && (
      <Callout tone="bad" title={t("Mail")}>
        {describeMailStatus(receipt)}
      </Callout>
    )
  );
}

/** The mail's status; a failed one has a button that shows the full reason. */
export function MailCell({ receipt, tabIndex }: { receipt: Receipt } & CellFocus) {
  const [open, setOpen] = useState(false);
  const isResident = useSession()?.user.role.scope === "own";
  const status = getMailStatus(receipt);
  if (status === "Changed")
    return (
      <span title={describeMailStatus(receipt)}>
        <MailStatusLabel receipt={receipt} />
      </span>
    );
  if (status !== "Failed" || isResident) return <MailStatusLabel receipt={receipt} />;
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

export function describeMailStatus(receipt: Receipt): string {
  const status = getMailStatus(receipt);
  if (status === "Changed") return t("Changed since it was mailed");
  return status === "Failed" ? t("Failed: {reason}", { reason: translateMessage(receipt.MailError) }) : t(status);
}

interface SendReceiptMailsResult {
  message: string;
  code: string;
  /** `wrong`: the houses without a valid email address. */
  data: { wrong: { HouseNo: string; EmailID: string }[] };
}

/** Requests mails for all pending receipts and shows the result. */
export function useSendReceiptMails() {
  const [isSending, setIsSending] = useState(false);

  async function send() {
    setIsSending(true);
    showToast(await callEndpoint<SendReceiptMailsResult>(sendReceiptMails).then(toResultToast, toErrorToast));
    setIsSending(false);
  }

  return { isSending, send };
}

/** Whether there are unsent receipts that are not part of the mails being sent now. */
export function hasUnsentMail({ unsent, progress: { pending, failed } }: ReceiptMailStatus): boolean {
  return unsent > (pending > 0 ? pending + failed : 0);
}

function toResultToast({ message, code, data: { wrong: invalidAddresses } }: SendReceiptMailsResult): ToastMessage {
  const text = knownResultCodes.includes(code) ? translateServerMessage({ message, code }) : t("No action taken.");
  if (invalidAddresses.length === 0) return { kind: code === "emails-sent" ? "success" : "info", text };
  return {
    kind: "info",
    text: t("{text} No valid email address: {houses}", { text, houses: formatHouseList(invalidAddresses) }),
  };
}

const knownResultCodes: readonly string[] = ["emails-sent", "all-emails-sent", "no-new-emails"];

function toErrorToast(error: unknown): ToastMessage {
  const isOffline = error instanceof ApiError && error.status === 0;
  return { kind: "error", text: isOffline ? t("Error connecting to the server.") : t("Failed to send emails") };
}

/** Progress of the mails being sent by any user. */
export function ReceiptMailProgress({ mails }: { mails: ReceiptMailStatus | undefined }) {
  const { pending = 0, sent = 0, failed = 0 } = mails?.progress ?? {};
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      getTitle={(isSending) => getProgressTitle({ isSending, asFiles: mails?.asFiles })}
    />
  );
}

function getProgressTitle({ isSending, asFiles }: { isSending: boolean; asFiles: boolean | undefined }): string {
  if (asFiles) return isSending ? t("Writing receipts as files") : t("Receipts written as files");
  return isSending ? t("Sending receipts") : t("Receipts sent");
}

const ErrorButton = styled.button`
  ${({ theme }) => css`
    display: grid;
    inline-size: 100%;
    text-align: start;

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
