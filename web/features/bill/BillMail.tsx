import { type BillMailResult, billMailStatus, sendBillMails } from "../../../shared/endpoints/bill.ts";
import type { SendingStatus } from "../../../shared/endpoints/mails.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint, request } from "../../api/request.ts";
import { useCanCall } from "../../api/session.ts";
import { useAreMailsWrittenToFiles } from "../../api/societyInfo.ts";
import { formatHouseList } from "../../domain/counts.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { formatSending, formatSendLabel } from "../../domain/mailLabels.ts";
import { useSendAfterPreview } from "../../domain/useSendAfterPreview.ts";
import { plural, t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { PageConfirmDialog } from "../../resource/PageDialog.tsx";
import { type SuccessMessage, showSuccessToast } from "../../resource/showResultToast.ts";
import { Button } from "../../ui/button/Button.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

/** Asks before it mails the issued bills that are not mailed yet; with nothing to send it only says so. */
export function SendBillsButton() {
  const asFiles = useAreMailsWrittenToFiles();
  const { isLoadingPreview, startPreview, dryRunResult, dialogProps } = useSendAfterPreview({
    dryRun: async () => {
      const path = `${sendBillMails.path}?dryRun=1`;
      return (await request<{ data: BillMailResult }>({ method: "post", path })).data;
    },
    send: async () => {
      const response = await callEndpoint<SuccessMessage & { data: BillMailResult }>(sendBillMails);
      const { queued } = response.data;
      if (asFiles && queued > 0) showToast({ kind: "success", text: formatSending({ count: queued, asFiles }) });
      else showSuccessToast(response);
    },
    onNothingToSend: () => showToast({ kind: "info", text: t("No bill to email.") }),
    showError: (error) => showToast({ kind: "error", text: describeError(error) }),
  });
  if (!useCanCall(sendBillMails)) return null;

  return (
    <>
      <Button variant="ghost" icon="mail" iconOnlyOnMobile busy={isLoadingPreview} onClick={() => void startPreview()}>
        {t("Email Bills")}
      </Button>
      {dryRunResult && (
        <PageConfirmDialog
          {...dialogProps}
          title={t("Email Bills")}
          text={<Preview result={dryRunResult} asFiles={asFiles} />}
          confirmLabel={formatSendLabel({ count: dryRunResult.queued, asFiles })}
        />
      )}
    </>
  );
}

function Preview({ result, asFiles }: { result: BillMailResult; asFiles: boolean }) {
  const { queued, withoutAddress, wrong: housesWithInvalidAddress } = result;
  return (
    <>
      <p>
        {plural(queued, {
          one: "1 issued bill has not been emailed yet. Its PDF goes to the owner.",
          other: "{count} issued bills have not been emailed yet. Their PDFs go to the owners.",
        })}
      </p>
      {withoutAddress > 0 && (
        <p>
          {plural(withoutAddress, {
            one: "1 bill is for a house without an email address and is not sent.",
            other: "{count} bills are for houses without an email address and are not sent.",
          })}
        </p>
      )}
      {housesWithInvalidAddress.length > 0 && (
        <p>{t("No valid email address: {houses}", { houses: formatHouseList(housesWithInvalidAddress) })}</p>
      )}
      {asFiles && <p>{t("No mail server is configured: emails are saved as files.")}</p>}
    </>
  );
}

/** Progress of the bills being mailed by any user. */
export function BillMailProgress() {
  const path = useCanCall(billMailStatus) ? billMailStatus.path : null;
  const status = useLiveRequest<{ data: SendingStatus }>(path, billMailTopics).data?.data;
  if (!status) return null;
  return (
    <MailingProgress
      {...status.progress}
      getTitle={(isSending) => {
        if (status.asFiles) return isSending ? t("Writing bills as files") : t("Bills written as files");
        return isSending ? t("Sending bills") : t("Bills sent");
      }}
    />
  );
}

/** The topic of the live query that signals changes of the status. */
const billMailTopics = ["bill-mails"];
