import { type ReactNode, useEffect, useState } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import styled from "styled-components";
import type { z } from "zod";
import { describeMonthLock, isMonthLocked } from "../../../shared/domain/month-lock.ts";
import type { RevisionPreview } from "../../../shared/endpoints/revision.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { ApiError, request } from "../../api/request.ts";
import { isolate, translateMessage, translateServerMessage } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { useIdempotentSend } from "../../resource/form/useIdempotentSend.ts";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Spinner } from "../../ui/feedback/Loading.tsx";
import { RevisionSummary, RevisionTable } from "./RevisionTable.tsx";

interface RevisionDialogProps<Typed extends FieldValues, Parsed> {
  title: string;
  /** What is revised or moved, for the message afterwards. */
  recordName: string;
  leading?: ReactNode;
  description: ReactNode;
  form: UseFormReturn<Typed, unknown, Parsed>;
  schema: z.ZodType<Parsed>;
  /** The call that previews with `dryRun` and applies without. */
  path: string;
  /** The form's fields. */
  children: ReactNode;
  submitLabel: string;
  /** Whether only one house is changed; the table then has no column for it. */
  isOneHouse: boolean;
  onClose: () => void;
}

/**
 * The form of a revision or a move, with a preview of what it changes, which follows the changes of colleagues. Applies
 * exactly what the preview shows: if the records have changed since, it shows the new preview and asks again.
 */
export function RevisionDialog<Typed extends FieldValues, Parsed>({
  form,
  schema,
  path,
  recordName,
  isOneHouse,
  children,
  ...dialog
}: RevisionDialogProps<Typed, Parsed>) {
  const { preview, error, isLoading, showNewPreview } = useRevisionPreview({ form, schema, path });
  const { lock } = useMonthLock();
  // The key belongs to the values and the preview: the server refuses another preview under the key of an earlier one.
  const sendOnce = useIdempotentSend();
  const lockedMonth = preview?.lines.map(({ From }) => From).find((month) => isMonthLocked(month, lock));

  async function send() {
    // Without a loaded preview the server applies nothing and answers with one.
    const body = { ...form.getValues(), Preview: preview?.Preview ?? "" };
    const call = sendOnce(body, (idempotencyKey) =>
      request<Partial<SuccessMessage>>({ method: "post", path, body, idempotencyKey }),
    );
    const response = await call.catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.code === "preview-changed") showNewPreview(cause.data);
      throw cause;
    });
    return { ...response, detail: isolate(recordName) };
  }

  return (
    <FormDialog
      {...dialog}
      form={form}
      send={send}
      lockedText={lockedMonth && translateServerMessage(describeMonthLock(lockedMonth, lock))}
      canChooseDate
      columns={2}
      width="l"
    >
      {children}
      <PreviewBox aria-live="polite" aria-busy={isLoading}>
        {isLoading && !preview && <Spinner />}
        {error && <Callout tone="warn" title={translateMessage(error.message)} />}
        {preview && (
          <>
            <RevisionSummary {...preview} />
            {preview.lines.length > 0 && <RevisionTable lines={preview.lines} isOneHouse={isOneHouse} />}
          </>
        )}
      </PreviewBox>
    </FormDialog>
  );
}

/** Time from the last change of the form to the request for its preview. */
const previewDelayMs = 300;

const previewResources = [paymentSchedule, adjustment, paymentReceipt, serviceRate, paymentPlan, plot].map(
  ({ name }) => name,
);

/**
 * The preview of the form's values; undefined while they are invalid. `showNewPreview` replaces it by the one that a 409
 * response has as `data`.
 */
function useRevisionPreview<Typed extends FieldValues, Parsed>({
  form,
  schema,
  path,
}: Pick<RevisionDialogProps<Typed, Parsed>, "form" | "schema" | "path">) {
  const typed: unknown = useWatch({ control: form.control });
  const valuesJson = schema.safeParse(typed).success ? JSON.stringify(typed) : "";
  const [settledJson, setSettledJson] = useState(valuesJson);
  useEffect(() => {
    const timer = setTimeout(() => setSettledJson(valuesJson), previewDelayMs);
    return () => clearTimeout(timer);
  }, [valuesJson]);
  const isSettled = settledJson === valuesJson && valuesJson !== "";
  const live = useLiveRequest<{ data: RevisionPreview }>(
    isSettled ? `${path}?dryRun=1` : null,
    previewResources,
    isSettled ? JSON.parse(valuesJson) : undefined,
  );
  const [newPreview, setNewPreview] = useState<{ insteadOf: RevisionPreview | undefined; preview: RevisionPreview }>();
  const current = isSettled ? live.data?.data : undefined;
  return {
    preview: newPreview && newPreview.insteadOf === current ? newPreview.preview : current,
    error: current ? undefined : live.error,
    isLoading: valuesJson !== "" && (!isSettled || live.loading),
    // A 409 has the preview in the shape that the server declares.
    showNewPreview: (data: unknown) => setNewPreview({ insteadOf: current, preview: data as RevisionPreview }),
  };
}

const PreviewBox = styled.div`
  display: grid;
  grid-column: 1 / -1;
  gap: ${({ theme }) => theme.space.m};
  min-inline-size: 0;
`;
