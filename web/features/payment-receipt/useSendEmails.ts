import { useState } from "react";
import { sendReceiptMails } from "../../../shared/endpoints/payment-receipt-mail.ts";
import { messages } from "../../../shared/messages.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import type { ReceiptMailStatus } from "../../live/receiptMails.ts";
import { showToast, type ToastMessage } from "../../ui/toast/Toast.tsx";

interface SendEmailsResult {
  msg: string;
  data: { wrong: { HouseNo: string; EmailID: string }[] };
}

const maxNamedHouses = 3;

/** Asks for every pending receipt to be mailed, and tells what came of it. */
export function useSendEmails() {
  const [asking, setAsking] = useState(false);

  async function send() {
    setAsking(true);
    showToast(await callEndpoint<SendEmailsResult>(sendReceiptMails).then(toResultToast, toErrorToast));
    setAsking(false);
  }

  return { isSending: asking, send };
}

/** Is there something to ask for? While a sending goes on, only what is not part of it. */
export function hasUnsentMail({ unsent, progress: { pending, failed } }: ReceiptMailStatus): boolean {
  return unsent > (pending > 0 ? pending + failed : 0);
}

function toResultToast({ msg, data: { wrong } }: SendEmailsResult): ToastMessage {
  const known: readonly string[] = [messages.emailsSent, messages.allEmailsSent, messages.noNewEmails];
  const text = known.includes(msg) ? translateMessage(msg) : t("No action taken.");
  if (wrong.length === 0) return { kind: msg === messages.emailsSent ? "success" : "info", text };
  const named = wrong.slice(0, maxNamedHouses).map(({ HouseNo }) => HouseNo);
  const houses = named.join(t(", "));
  const more = wrong.length - named.length;
  return {
    kind: "info",
    text:
      more > 0
        ? t("{text} No valid e-mail address: {houses} and {more} more", { text, houses, more })
        : t("{text} No valid e-mail address: {houses}", { text, houses }),
  };
}

function toErrorToast(problem: unknown): ToastMessage {
  const away = problem instanceof ApiError && problem.status === 0;
  return { kind: "error", text: away ? t("Error connecting to the server.") : t("Failed to send emails") };
}
