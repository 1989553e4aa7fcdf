import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useRef } from "react";
import { type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import styled from "styled-components";
import { reasonBody } from "../../../shared/endpoints/adjustment.ts";
import { mayBeDoneText } from "../../api/describeError.ts";
import { t } from "../../i18n/t.ts";
import type { DialogWidth } from "../../ui/dialog/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextAreaField } from "../../ui/form/FormFields.tsx";
import { PageDialog } from "../PageDialog.tsx";
import type { SuccessMessage } from "../showResultToast.ts";
import { LockNotice } from "./LockNotice.tsx";
import { useSubmit } from "./useSubmit.ts";

interface DialogTexts {
  title: string;
  /** Before the title, for example the badge of the house. */
  leading?: ReactNode;
  description?: ReactNode;
  submitLabel: string;
}

interface FormDialogProps<Typed extends FieldValues, Parsed> extends DialogTexts {
  form: UseFormReturn<Typed, unknown, Parsed>;
  /**
   * Sends the values; the dialog closes when it succeeds. The same values get the same `idempotencyKey` until then. The
   * server's message is shown as a toast.
   */
  send: (values: Parsed, idempotencyKey: string) => Promise<Partial<SuccessMessage>>;
  onClose: () => void;
  /** Shown below the form when the server gave no message. */
  fallbackMessage?: string;
  /**
   * Shown instead of `fallbackMessage` when the answer was lost, if `send` does not use the key. By default the text
   * says that the same values take effect only once when they are sent again.
   */
  lostAnswerMessage?: string;
  /** An error of the whole form, from the caller; shown instead of that of the last attempt. */
  formError?: string;
  /** The fields. */
  children: ReactNode;
  /** Above the fields. */
  notice?: ReactNode;
  /** Why the month lock refuses the form, which cannot be sent while this is set. */
  lockedText?: string;
  /** Whether the user can choose another date in the form, which the lock allows. The text is then below the form. */
  canChooseDate?: boolean;
  submitDisabled?: boolean;
  columns?: 1 | 2;
  width?: DialogWidth;
  /** The name of the field that gets the focus, with its text selected; without it the first one. */
  initialField?: string;
  /** False while the dialog closes. */
  open?: boolean;
}

/** A dialog with a form whose values are sent to the server. */
export function FormDialog<Typed extends FieldValues, Parsed>({
  form,
  send,
  onClose,
  fallbackMessage = t("Nothing was changed"),
  lostAnswerMessage,
  formError,
  children,
  notice,
  lockedText,
  canChooseDate = false,
  submitLabel,
  submitDisabled = false,
  columns = 1,
  open = true,
  ...dialog
}: FormDialogProps<Typed, Parsed>) {
  const closedCount = useRef(0);
  useEffect(
    () => () => {
      if (open) closedCount.current++;
    },
    [open],
  );
  const formProps = useSubmit({
    form,
    fallbackMessage,
    lostAnswerMessage: lostAnswerMessage ?? mayBeDoneText(),
    usesKey: lostAnswerMessage === undefined,
    send: async (values, idempotencyKey) => {
      const closedBefore = closedCount.current;
      const response = await send(values, idempotencyKey);
      // The user may have closed this dialog and opened another one, which must stay open.
      if (closedCount.current === closedBefore) onClose();
      return response;
    },
  });
  return (
    <PageDialog {...dialog} open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Stack>
        {notice}
        {!canChooseDate && <LockNotice text={lockedText} />}
        <Form
          {...formProps}
          formError={formError ?? formProps.formError}
          submitLabel={submitLabel}
          submitDisabled={submitDisabled || lockedText !== undefined}
          onCancel={onClose}
          columns={columns}
        >
          {children}
        </Form>
        {canChooseDate && <LockNotice text={lockedText} canChooseDate />}
      </Stack>
    </PageDialog>
  );
}

interface ReasonDialogProps
  extends DialogTexts,
    Pick<
      FormDialogProps<{ Reason: string }, { Reason: string }>,
      "send" | "onClose" | "notice" | "lockedText" | "width" | "open"
    > {}

/** A dialog with one field, for a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const form = useForm({ resolver: zodResolver(reasonBody), defaultValues: { Reason: "" } });
  return (
    <FormDialog {...props} form={form}>
      <ReasonField />
    </FormDialog>
  );
}

/** The field `Reason` of a form. The hint keeps the room of its error. */
export function ReasonField() {
  return <TextAreaField name="Reason" label={t("Reason")} hint={t("At least 3 characters")} fullWidth />;
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;
