import { describeError } from "../api/describeError.ts";
import { isSentForApproval } from "../api/request.ts";
import { showToast, type ToastMessage } from "../ui/toast/Toast.tsx";

/** The message of a successful call. */
export interface SuccessMessage {
  message: string;
  code?: string | undefined;
  /** The record, shown after the message. */
  detail?: string | undefined;
}

/**
 * Shows the server's message of a call that has succeeded or was sent for approval. Only one that has succeeded gets
 * the `actions`: a request for approval has changed nothing that could be undone.
 */
export function showSuccessToast(
  { message: text, code, detail }: SuccessMessage,
  actions?: Pick<ToastMessage, "action" | "leadingAction" | "detail">,
): void {
  if (isSentForApproval({ code })) showToast({ kind: "info", text, detail });
  else showToast({ kind: "success", text, detail, ...actions });
}

/** Shows the server's message once the call has succeeded, or the reason why it failed. */
export async function showResultToast(call: Promise<SuccessMessage>): Promise<void> {
  try {
    showSuccessToast(await call);
  } catch (error) {
    showToast({ kind: "error", text: describeError(error) });
  }
}
