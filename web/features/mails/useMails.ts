import { listMails, type MailList, readMailFile, retryMail, retryMails } from "../../../shared/endpoints/mails.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanCall } from "../../api/useCanCall.ts";
import { useLiveQuery } from "../../live/useLiveQuery.ts";
import { describeError } from "../../live/useResource.ts";
import { downloadFile } from "../../resource/export/downloadFile.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

/** The newest mails in the outbox, live; of one state or of all. */
export function useMails(state: string, limit: number) {
  const query = new URLSearchParams({ limit: String(limit), ...(state === "" ? {} : { state }) });
  const list = useLiveQuery<MailList>(`${listMails.path}?${query}`, outboxResources);
  return { ...list, canRetry: useCanCall(retryMail), retry, retryAll, download };
}

const outboxResources = ["outbox"];

/** Sends a failed mail again. */
function retry(MailID: number): Promise<void> {
  return toastResult(callEndpoint<{ message: string }>(retryMail, { params: { MailID } }));
}

/** Sends every failed mail again. */
function retryAll(): Promise<void> {
  return toastResult(callEndpoint<{ message: string }>(retryMails));
}

/** Hands the mail to the browser's downloads as it was written. */
async function download(MailID: number): Promise<void> {
  try {
    const { data } = await callEndpoint<{ data: { name: string; content: string } }>(readMailFile, {
      params: { MailID },
    });
    downloadFile({ name: data.name, type: "message/rfc822", bytes: new TextEncoder().encode(data.content) });
  } catch (problem) {
    showToast({ kind: "error", text: describeError(problem) });
  }
}

async function toastResult(asked: Promise<{ message: string }>): Promise<void> {
  try {
    showToast({ kind: "success", text: (await asked).message });
  } catch (problem) {
    showToast({ kind: "error", text: describeError(problem) });
  }
}
