import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, isAnswerLost } from "../../api/request.ts";
import { type SuccessMessage, showSuccessToast } from "../showResultToast.ts";
import { textOfUnanswered, useIdempotentSend } from "./useIdempotentSend.ts";

interface SubmitOptions<Typed extends FieldValues, Parsed> {
  form: UseFormReturn<Typed, unknown, Parsed>;
  /**
   * Sends the values. The same values get the same `idempotencyKey` until they are saved. The server's success message,
   * if it returns one, is shown as a toast.
   */
  send: (values: Parsed, idempotencyKey: string) => Promise<Partial<SuccessMessage>>;
  /** Shown below the form when the server gave no message. */
  fallbackMessage: string;
  /**
   * Shown instead of `fallbackMessage` when the answer was lost and the server may have carried out the request; also
   * below the error of a later attempt that does not rule this out.
   */
  lostAnswerMessage?: string;
  /** Whether `send` uses the key. Without it, no refusal of a later attempt says that an earlier one had no effect. */
  usesKey?: boolean;
}

/** Props for a Form: sends its values, and shows the server's errors at their fields or else below the form. */
export function useSubmit<Typed extends FieldValues, Parsed>({
  form,
  send,
  fallbackMessage,
  lostAnswerMessage,
  usesKey = false,
}: SubmitOptions<Typed, Parsed>) {
  const [formError, setFormError] = useState<string>();
  /** The text of values that may have been saved; see textOfUnanswered. */
  const [unansweredText, setUnansweredText] = useState<string>();
  const sendOnce = useIdempotentSend();

  async function onSubmit(values: Parsed) {
    try {
      const { message = "", code, detail } = await sendOnce(values, (key, sentValues) => send(sentValues, key));
      setFormError(undefined);
      setUnansweredText(undefined);
      if (message) showSuccessToast({ message, code, detail });
    } catch (error) {
      if (error instanceof ApiError && error.hasServerMessage) setFormError(showFieldErrors(error, form));
      else setFormError((isAnswerLost(error) ? lostAnswerMessage : undefined) ?? fallbackMessage);
      if (usesKey || isAnswerLost(error)) setUnansweredText((earlier) => textOfUnanswered(values, { error, earlier }));
    }
  }

  const errorHint = unansweredText !== undefined && formError !== lostAnswerMessage ? lostAnswerMessage : undefined;
  return { form, onSubmit, formError, errorHint };
}

/** Shows the errors of fields at the fields; returns the message of an error that names no field of the form. */
function showFieldErrors<Typed extends FieldValues, Parsed>(
  { errors, message }: ApiError,
  form: UseFormReturn<Typed, unknown, Parsed>,
): string | undefined {
  // The keys of a form's values are its fields.
  const names = (Object.keys(form.getValues()) as Path<Typed>[]).filter((name) => errors[name] !== undefined);
  for (const name of names) form.setError(name, { message: errors[name] }, { shouldFocus: name === names[0] });
  return names.length > 0 ? undefined : message;
}
