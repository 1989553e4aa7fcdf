import { useState } from "react";
import { sendEmails } from "../../../shared/endpoints/send-emails.ts";
import { messages } from "../../../shared/messages.ts";
import { say, sayMessage } from "../../lib/language.ts";
import type { MailState } from "../../lib/mails.ts";
import { call, Problem } from "../../lib/request.ts";
import { showToast, type ToastMessage } from "../../ui/Toast.tsx";

interface Answer {
  msg: string;
  data: { wrong: { HouseNo: string; EmailID: string }[] };
}

const mostNamed = 3;

/** Asks for every pending receipt to be mailed, and tells what came of it. */
export function useReceiptMailing() {
  const [asking, setAsking] = useState(false);

  async function send() {
    setAsking(true);
    showToast(await call<Answer>(sendEmails).then(asTold, asFailed));
    setAsking(false);
  }

  return { asking, send };
}

/** Is there something to ask for? While a sending goes on, only what is not part of it. */
export function isMailable({ unsent, progress: { pending, failed } }: MailState): boolean {
  return unsent > (pending > 0 ? pending + failed : 0);
}

function asTold({ msg, data: { wrong } }: Answer): ToastMessage {
  const known: readonly string[] = [messages.emailsSent, messages.allEmailsSent, messages.noNewEmails];
  const text = known.includes(msg) ? sayMessage(msg) : say("No action taken.");
  if (wrong.length === 0) return { kind: msg === messages.emailsSent ? "success" : "info", text };
  const named = wrong.slice(0, mostNamed).map(({ HouseNo }) => HouseNo);
  const houses = named.join(say(", "));
  const more = wrong.length - named.length;
  return {
    kind: "info",
    text:
      more > 0
        ? say("{text} No valid e-mail address: {houses} and {more} more", { text, houses, more })
        : say("{text} No valid e-mail address: {houses}", { text, houses }),
  };
}

function asFailed(problem: unknown): ToastMessage {
  const away = problem instanceof Problem && problem.status === 0;
  return { kind: "error", text: away ? say("Error connecting to the server.") : say("Failed to send emails") };
}
