import { type MailList, mailFile, mailsList, retryMail, retryMails } from "../../../shared/endpoints/mails.ts";
import { call } from "../../lib/request.ts";
import { useLiveAnswer } from "../../lib/useLiveAnswer.ts";
import { useMayCall } from "../../lib/useMayCall.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { saveFile } from "../../saveFile.ts";
import { showToast } from "../../ui/Toast.tsx";

/** The newest mails in the outbox, live; of one state or of all. */
export function useOutbox(state: string, limit: number) {
  const query = new URLSearchParams({ limit: String(limit), ...(state === "" ? {} : { state }) });
  const list = useLiveAnswer<MailList>(`${mailsList.path}?${query}`, heardOfMails);
  return { ...list, mayRetry: useMayCall(retryMail), retry, retryAll, download };
}

const heardOfMails = ["outbox"];

/** Sends a failed mail again. */
function retry(MailID: number): Promise<void> {
  return tell(call<{ message: string }>(retryMail, { params: { MailID } }));
}

/** Sends every failed mail again. */
function retryAll(): Promise<void> {
  return tell(call<{ message: string }>(retryMails));
}

/** Hands the mail to the browser's downloads as it was written. */
async function download(MailID: number): Promise<void> {
  try {
    const { data } = await call<{ data: { name: string; content: string } }>(mailFile, { params: { MailID } });
    saveFile({ name: data.name, type: "message/rfc822", bytes: new TextEncoder().encode(data.content) });
  } catch (problem) {
    showToast({ kind: "error", text: reasonOf(problem) });
  }
}

async function tell(asked: Promise<{ message: string }>): Promise<void> {
  try {
    showToast({ kind: "success", text: (await asked).message });
  } catch (problem) {
    showToast({ kind: "error", text: reasonOf(problem) });
  }
}
