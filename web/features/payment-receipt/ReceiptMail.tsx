import { useEffect, useState } from "react";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import {
  type ReceiptMailPreview,
  type ReceiptMailResult,
  type ReceiptMailStatus,
  sendReceiptMails,
} from "../../../shared/endpoints/payment-receipt-mail.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ApiError, callEndpoint, request } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { areMailsWrittenToFiles } from "../../api/societyInfo.ts";
import { formatHouseCount, formatHouseList } from "../../domain/counts.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { MailSamplePreview } from "../../domain/MailSamplePreview.tsx";
import { formatSending, formatSendLabel, formatSent } from "../../domain/mailLabels.ts";
import { getMailStatus, type Receipt } from "../../domain/receipts/receipt.ts";
import { MailStatusLabel } from "../../domain/receipts/receiptCells.tsx";
import { useSendAfterPreview } from "../../domain/useSendAfterPreview.ts";
import { plural, t, translateMessage, translateServerMessage } from "../../i18n/t.ts";
import { fetchMailStatus } from "../../live/receiptMails.ts";
import { PageConfirmDialog, PageDialog } from "../../resource/PageDialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import type { CellFocus } from "../../ui/table/tableTypes.ts";
import { formatCount } from "../../ui/text/Money.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { showToast, type ToastMessage } from "../../ui/toast/Toast.tsx";

/** The full reason why the receipt's mail failed; nothing if it did not. */
export function MailErrorNote({ receipt }: { receipt: Receipt }) {
  return (
    getMailStatus(receipt) === "Failed" && (
      <Callout tone="bad" title={t("Email")}>
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
      <PageDialog
        open={open}
        onOpenChange={setOpen}
        title={t("{noun} {name}", { noun: t("Receipt"), name: receiptName(receipt) })}
        description={<bdi dir="ltr">{receipt.EmailID}</bdi>}
        width="s"
      >
        <MailErrorNote receipt={receipt} />
      </PageDialog>
    </>
  );
}

export function describeMailStatus(receipt: Receipt): string {
  const status = getMailStatus(receipt);
  if (status === "Changed") return t("Changed since it was emailed");
  if (status === "Failed") return t("Failed: {reason}", { reason: translateMessage(receipt.MailError) });
  return status === "Sent" ? formatSent(areMailsWrittenToFiles()) : t(status);
}

interface SendReceiptMailsResult {
  message: string;
  code: string;
  data: ReceiptMailResult;
}

/**
 * Requests mails for all pending receipts, and shows the result when all of them are sent. `startPreview` shows first
 * what would be sent, in `dialog`; with nothing to send it only says so.
 */
export function useSendReceiptMails(mailStatus: ReceiptMailStatus | undefined) {
  const asFiles = mailStatus?.asFiles;
  const reportWhenSent = useSentReport(mailStatus);
  const { isLoadingPreview, startPreview, dryRunResult, dialogProps } = useSendAfterPreview({
    dryRun: async () => {
      const path = `${sendReceiptMails.path}?dryRun=1`;
      return (await request<SendReceiptMailsResult>({ method: "post", path })).data;
    },
    send: async () => {
      const result = await callEndpoint<SendReceiptMailsResult>(sendReceiptMails);
      showToast(toResultToast(result, asFiles));
      if (result.data.queued > 0) void reportWhenSent(result.message);
    },
    showError: (error) => showToast(toErrorToast(error)),
  });
  const dialog = dryRunResult?.preview && (
    <PageConfirmDialog
      {...dialogProps}
      title={t("Send All Pending Emails")}
      text={
        <MailPreview
          queued={dryRunResult.queued}
          wrong={dryRunResult.wrong}
          preview={dryRunResult.preview}
          asFiles={asFiles}
        />
      }
      confirmLabel={formatSendLabel({ count: dryRunResult.queued, asFiles })}
    />
  );
  return { isLoadingPreview, startPreview, dialog };
}

/** Shows the server's message once the requested mails are sent, because the server answers before it sends them. */
function useSentReport(mailStatus: ReceiptMailStatus | undefined): (successMessage: string) => Promise<void> {
  const [successMessage, setSuccessMessage] = useState<string>();
  useEffect(() => {
    if (successMessage === undefined || !mailStatus || mailStatus.progress.pending > 0) return;
    setSuccessMessage(undefined);
    const { sent, failed } = mailStatus.progress;
    if (failed > 0) showToast(toFailureToast({ sent, failed }));
    else if (sent > 0) showToast({ kind: "success", text: mailStatus.asFiles ? formatSaved(sent) : successMessage });
  }, [successMessage, mailStatus]);
  return async (message) => {
    if (await fetchMailStatus()) setSuccessMessage(message);
  };
}

function toFailureToast({ sent, failed }: { sent: number; failed: number }): ToastMessage {
  const counts = { sent: formatCount(sent), failed: formatCount(failed) };
  return sent > 0
    ? { kind: "error", text: t("Some emails were not sent"), detail: t("{sent} sent, {failed} failed", counts) }
    : { kind: "error", text: t("Failed to send emails"), detail: t("{count} failed", { count: counts.failed }) };
}

function formatSaved(count: number): string {
  return plural(count, { one: "1 email saved as a file", other: "{count} emails saved as files" });
}

interface MailPreviewProps extends Pick<ReceiptMailResult, "queued" | "wrong"> {
  preview: ReceiptMailPreview;
  asFiles: boolean | undefined;
}

function MailPreview({
  queued,
  wrong: housesWithInvalidAddress,
  preview: { houses: houseCount, oldestDate, withoutAddress, sample },
  asFiles,
}: MailPreviewProps) {
  return (
    <>
      <p>
        {t("{receipts} to {houses}; oldest {day}.", {
          receipts: plural(queued, { one: "1 receipt", other: "{count} receipts" }),
          houses: formatHouseCount(houseCount),
          day: oldestDate === null ? "" : formatDay(oldestDate),
        })}
      </p>
      {withoutAddress > 0 && (
        <p>
          {plural(withoutAddress, {
            one: "1 receipt since then is for a house without an email address and is not sent.",
            other: "{count} receipts since then are for houses without an email address and are not sent.",
          })}
        </p>
      )}
      {housesWithInvalidAddress.length > 0 && (
        <p>{t("No valid email address: {houses}", { houses: formatHouseList(housesWithInvalidAddress) })}</p>
      )}
      {asFiles && <p>{t("No mail server is configured: emails are saved as files.")}</p>}
      {sample && <MailSamplePreview sample={sample} />}
    </>
  );
}

/** Whether there are unsent receipts that are not part of the mails being sent now. */
export function hasUnsentMail({ unsent, progress: { pending, failed } }: ReceiptMailStatus): boolean {
  return unsent > (pending > 0 ? pending + failed : 0);
}

function toResultToast(
  { message, code, data: { queued, wrong: housesWithInvalidAddress } }: SendReceiptMailsResult,
  asFiles: boolean | undefined,
): ToastMessage {
  const houses = formatHouseList(housesWithInvalidAddress);
  return {
    kind: "info",
    text: queued > 0 ? formatSending({ count: queued, asFiles }) : describeNothingQueued({ message, code }),
    detail: houses === "" ? undefined : t("No valid email address: {houses}", { houses }),
  };
}

function describeNothingQueued(result: { message: string; code: string }): string {
  return nothingQueuedCodes.includes(result.code) ? translateServerMessage(result) : t("No action taken.");
}

const nothingQueuedCodes: readonly string[] = ["all-emails-sent", "no-new-emails"];

function toErrorToast(error: unknown): ToastMessage {
  const isOffline = error instanceof ApiError && error.status === 0;
  return { kind: "error", text: isOffline ? t("Error connecting to the server.") : t("Failed to send emails") };
}

/** Progress of the mails being sent by any user. */
export function ReceiptMailProgress({ mailStatus }: { mailStatus: ReceiptMailStatus | undefined }) {
  const { pending = 0, sent = 0, failed = 0 } = mailStatus?.progress ?? {};
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      getTitle={(isSending) => getProgressTitle({ isSending, asFiles: mailStatus?.asFiles })}
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
      ${typography("caption")}
      ${ellipsis}
      color: ${theme.color.red};
    }

    &:hover small {
      text-decoration: underline;
    }
  `}
`;
