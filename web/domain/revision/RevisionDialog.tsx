import { type ReactNode, useEffect, useState } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import styled from "styled-components";
import type { z } from "zod";
import type { RevisionPreview } from "../../../shared/endpoints/revision.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { ApiError, request } from "../../api/request.ts";
import { translateMessage } from "../../i18n/t.ts";
import { useLiveQuery } from "../../live/useLiveQuery.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Spinner } from "../../ui/feedback/Loading.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { RevisionSummary, RevisionTable } from "./RevisionTable.tsx";

interface RevisionDialogProps<Typed extends FieldValues, Parsed> {
  title: string;
  leading?: ReactNode;
  description: ReactNode;
  form: UseFormReturn<Typed, unknown, Parsed>;
  schema: z.ZodType<Parsed>;
  /** The call that previews with `dryRun` and applies without. */
  path: string;
  /** The form's fields. */
  children: ReactNode;
  submitLabel: string;
  /** Shown when the server gave no message. */
  fallbackMessage: string;
  /** Of one house, so the lines do not name it. */
  isOneHouse: boolean;
  onClose: () => void;
}

/**
 * Asks what a month costs from when on, and shows what that changes while colleagues work. Applies exactly what is
 * shown: if the books have changed meanwhile, it shows the fresh preview and asks again.
 */
export function RevisionDialog<Typed extends FieldValues, Parsed>(props: RevisionDialogProps<Typed, Parsed>) {
  const { form, path, onClose } = props;
  const { preview, error, isLoading, showFresh } = useRevisionPreview(props);
  const formProps = useSubmit({
    form,
    fallbackMessage: props.fallbackMessage,
    send: async () => {
      // A click before the first preview is answered applies nothing that was not shown.
      const body = { ...form.getValues(), Preview: preview?.Preview ?? "" };
      const response = await request({ method: "post", path, body }).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.code === "preview-changed") showFresh(cause.data);
        throw cause;
      });
      onClose();
      return response;
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={props.title}
      leading={props.leading}
      description={props.description}
      width="l"
    >
      <Form {...formProps} submitLabel={props.submitLabel} onCancel={onClose}>
        {props.children}
        <PreviewBox aria-live="polite" aria-busy={isLoading}>
          {isLoading && !preview && <Spinner />}
          {error && <Callout tone="warn" title={translateMessage(error.message)} />}
          {preview && (
            <>
              <RevisionSummary {...preview} />
              {preview.lines.length > 0 && <RevisionTable lines={preview.lines} isOneHouse={props.isOneHouse} />}
            </>
          )}
        </PreviewBox>
      </Form>
    </Dialog>
  );
}

/** Typing an amount asks for a preview after this time. */
const settleMs = 300;

const previewResources = [paymentSchedule, adjustment, paymentReceipt, serviceRate, paymentPlan, plot].map(
  ({ name }) => name,
);

/** The preview of the form's values; none while they are not valid. `showFresh` takes the one of a 409. */
function useRevisionPreview<Typed extends FieldValues, Parsed>({
  form,
  schema,
  path,
}: Pick<RevisionDialogProps<Typed, Parsed>, "form" | "schema" | "path">) {
  const typed: unknown = useWatch({ control: form.control });
  const text = schema.safeParse(typed).success ? JSON.stringify(typed) : "";
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isSettled = settledText === text && text !== "";
  const live = useLiveQuery<{ data: RevisionPreview }>(
    isSettled ? `${path}?dryRun=1` : null,
    previewResources,
    isSettled ? JSON.parse(text) : undefined,
  );
  const [fresh, setFresh] = useState<{ insteadOf: RevisionPreview | undefined; preview: RevisionPreview }>();
  const current = isSettled ? live.data?.data : undefined;
  return {
    preview: fresh && fresh.insteadOf === current ? fresh.preview : current,
    error: current ? undefined : live.error,
    isLoading: text !== "" && (!isSettled || live.loading),
    // The answer has the data of the call, which the server declares.
    showFresh: (data: unknown) => setFresh({ insteadOf: current, preview: data as RevisionPreview }),
  };
}

const PreviewBox = styled.div`
  display: grid;
  grid-column: 1 / -1;
  gap: ${({ theme }) => theme.space.m};
  min-inline-size: 0;
`;
