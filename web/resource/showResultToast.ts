import { describeError } from "../api/describeError.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/** Shows the server's message once the call has succeeded, or the reason why it failed. */
export async function showResultToast(call: Promise<{ message: string; detail?: string }>): Promise<void> {
  try {
    const { message, detail } = await call;
    showToast({ kind: "success", text: message, detail });
  } catch (error) {
    showToast({ kind: "error", text: describeError(error) });
  }
}
