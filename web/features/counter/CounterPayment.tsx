import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import type { Day } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { ApiError, isKeyExpired, isRefused, refusesEarlierAttempts } from "../../api/request.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { ConcurrentPaymentWarning, type SavedReceipt } from "../../domain/receipts/concurrentPayment.tsx";
import { PayingHouse, PaymentPreviewText } from "../../domain/receipts/PayingHouse.tsx";
import { PaymentMethodFields } from "../../domain/receipts/ReceiptFields.tsx";
import { summarizeBalance, type useHouseBalance } from "../../domain/receipts/useHouseBalance.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useGetEditor, useIsOpenInOtherWindow, usePublishEditing } from "../../live/presence.ts";
import { useMarkFormOpen } from "../../resource/form/openForms.ts";
import { RevokedNotice, useRevocation } from "../../resource/form/revocation.tsx";
import { createResourceResolver, type FormValues } from "../../resource/formValues.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { NumberField, TextField } from "../../ui/form/FormFields.tsx";
import { WholeRow } from "../../ui/form/FormLayout.tsx";
import type { CounterDraft } from "./counterDraft.ts";
import { OpenItems, stepItemCount, sumItems } from "./OpenItems.tsx";

interface CounterPaymentProps {
  house: PlotRecord;
  draft: CounterDraft;
  onChange: (changes: Partial<CounterDraft>) => void;
  balanceRequest: ReturnType<typeof useHouseBalance>;
  today: Day;
  /** Sends the receipt; a repeated call with the same key creates one receipt. Throws an ApiError. */
  createReceipt: (values: FormValues, key: string) => Promise<SavedReceipt>;
  onSaved: (saved: SavedReceipt) => void;
  onCancel: () => void;
}

const retryIntervalMs = 2_000;

/** The owner of the house, its open items, and the form of the receipt. */
export function CounterPayment(props: CounterPaymentProps) {
  const { house, draft, onChange, balanceRequest, today, onCancel } = props;
  const { balance } = balanceRequest;
  const revocation = useRevocation(paymentReceipt, "create");
  const form = useForm<FormValues, unknown, FormValues>({
    defaultValues: draft.values,
    resolver: createResourceResolver(paymentReceipt),
  });
  const isMobile = useIsMobile();
  const panel = useRef<HTMLDivElement>(null);
  /** `draft.hasChosenAmount` without the delay of a render: an effect can run between the typing and the render. */
  const hasChosenAmount = useRef(draft.hasChosenAmount);
  const [formError, setFormError] = useState<string>();
  const isRetrying = useSendUntilAnswered(props, { onRefused: handleRefused });
  const items = balance?.items ?? [];
  const dueNow = balance && toRupees(summarizeBalance(balance, today).dueNow);
  useMarkFormOpen();
  usePublishEditing(plot.name, house.PlotID);

  useEffect(() => {
    const subscription = form.watch((values) => onChange({ values }));
    return () => subscription.unsubscribe();
  }, [form, onChange]);

  // Focuses the amount before the next effect fills it in, which selects a focused amount, so that typing replaces it.
  useEffect(() => findAmountInput(panel.current)?.focus(), []);

  // Follows what is due, also when a colleague records a payment meanwhile, until the cashier chooses an amount.
  useEffect(() => {
    if (dueNow === undefined || hasChosenAmount.current || draft.isSending) return;
    form.setValue("AmountPaid", dueNow > 0 ? dueNow : undefined);
    const input = findAmountInput(panel.current);
    if (input === document.activeElement) input?.select();
  }, [dueNow, draft.isSending, form]);

  const chooseItems = useEvent((count: number) => {
    if (draft.isSending) return;
    markAmountChosen();
    form.setValue("AmountPaid", count > 0 ? sumItems(items, count) : undefined);
    const input = findAmountInput(panel.current);
    input?.focus();
    input?.select();
  });

  function handleSubmit(values: FormValues) {
    // Enter before the amount is known records nothing.
    if (balanceRequest.loading && !draft.hasChosenAmount) return;
    setFormError(undefined);
    const hasExpired = draft.sentAt !== undefined && isKeyExpired(draft.sentAt);
    onChange({
      // The form may have been opened on an earlier day.
      values: { ...values, PaymentDate: today },
      isSending: true,
      ...(hasExpired && { key: crypto.randomUUID(), sentAt: undefined }),
    });
  }

  function handleRefused(error: ApiError) {
    // The form has no field for the payment date.
    const fields = Object.entries(error.errors).filter(([name]) => name !== "PaymentDate" && name in draft.values);
    for (const [name, message] of fields) form.setError(name, { message });
    form.setFocus(fields[0]?.[0] ?? "AmountPaid");
    const isRecorded = error.code === "idempotency-key-reused";
    if (fields.length === 0) setFormError(isRecorded ? t("It is recorded already, with other values") : error.message);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    if (key === "Escape" && !draft.isSending) {
      event.preventDefault();
      return onCancel();
    }
    // Browsers submit a form by Enter in an input, not in a select.
    if (key === "Enter" && target instanceof HTMLSelectElement) {
      event.preventDefault();
      return target.form?.requestSubmit();
    }
    if ((key !== "ArrowDown" && key !== "ArrowUp") || target !== findAmountInput(panel.current)) return;
    event.preventDefault();
    const rupees = Number(form.getValues("AmountPaid"));
    chooseItems(stepItemCount(items, { rupees, step: key === "ArrowDown" ? 1 : -1 }));
  }

  function handleInput({ target }: { target: EventTarget }) {
    if (target === findAmountInput(panel.current) && !draft.hasChosenAmount) markAmountChosen();
  }

  function markAmountChosen() {
    hasChosenAmount.current = true;
    onChange({ hasChosenAmount: true });
  }

  return (
    <Panel ref={panel} role="group" aria-label={house.HouseNo} onKeyDown={handleKeyDown} onInput={handleInput}>
      <PayingHouse house={house} balance={balance} today={today} />
      <OpenElsewhereWarning PlotID={house.PlotID} HouseNo={house.HouseNo} />
      {balanceRequest.error && !balance && (
        <Callout tone="warn" title={t("The balance could not be loaded")}>
          {balanceRequest.error.message}
        </Callout>
      )}
      {revocation && <RevokedNotice revocation={revocation} />}
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={t("Record receipt")}
        onCancel={onCancel}
        cancelDisabled={draft.isSending}
        formError={formError}
        locked={draft.isSending || revocation !== undefined}
      >
        <WholeRow>{balance && <OpenItems items={items} today={today} onChoose={chooseItems} />}</WholeRow>
        <PaymentPreviewText balance={balance} today={today} />
        <NumberField
          name="AmountPaid"
          label={t("Amount")}
          hint={isMobile ? undefined : t("↓ pays one more item, ↑ one less")}
        />
        <PaymentMethodFields />
        <TextField name="Remarks" label={t("Remarks")} />
        <ConcurrentPaymentWarning />
      </Form>
      {/* Below the form, so that the form's button stays under the pointer when they appear. */}
      {isRetrying && (
        <Callout urgent tone="warn" title={t("Waiting for the connection")}>
          {t("The receipt is saved as soon as the portal can be reached, and only once.")}
        </Callout>
      )}
      {draft.sentAt !== undefined && !draft.isSending && (
        <Callout urgent tone="warn" title={t("The receipt may be recorded already")}>
          {t("Sent on {time} without an answer. Look at the last receipts first.", {
            time: formatTimestamp(new Date(draft.sentAt).toISOString()),
          })}
        </Callout>
      )}
    </Panel>
  );
}

/** Warns that a colleague has the house open at another counter, or the user in another window. */
function OpenElsewhereWarning({ PlotID, HouseNo: house }: { PlotID: number; HouseNo: string }) {
  const other = useGetEditor(plot.name)(PlotID);
  const isInOtherWindow = useIsOpenInOtherWindow(plot.name)(PlotID);
  if (!other && !isInOtherWindow) return null;
  const title = other
    ? t("{name} has {house} open at another counter", { name: other.name, house })
    : t("You have {house} open in another window", { house });
  return <Callout urgent tone="warn" title={title} />;
}

/**
 * Sends the draft while `isSending` is set, and repeats the request until the server answers, also after a reload, but
 * not longer than the server knows the key of the draft. Returns whether it is repeating the request, because an attempt
 * got no answer.
 */
function useSendUntilAnswered(
  { draft, onChange, createReceipt, onSaved }: CounterPaymentProps,
  { onRefused }: { onRefused: (error: ApiError) => void },
): boolean {
  const [isRetrying, setIsRetrying] = useState(false);
  const readSentAt = useEvent(() => draft.sentAt);
  const send = useEvent(() => createReceipt(draft.values, draft.key));
  const handleChange = useEvent(onChange);
  const handleSaved = useEvent(onSaved);
  const handleRefused = useEvent(onRefused);
  useEffect(() => {
    if (!draft.isSending) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function attempt() {
      const sentAt = readSentAt();
      if (sentAt === undefined) handleChange({ sentAt: serverNow().getTime() });
      else if (isKeyExpired(sentAt)) return handleChange({ isSending: false });
      try {
        const saved = await send();
        if (!isStopped) handleSaved(saved);
      } catch (error) {
        if (isStopped) return;
        const mayBeSavedByEarlierAttempt = sentAt !== undefined && !refusesEarlierAttempts(error);
        // The receipt is sent again after a sign-in, because an earlier attempt may have recorded it.
        const isSignedOut = error instanceof ApiError && error.status === 401;
        if (error instanceof ApiError && isRefused(error) && !(mayBeSavedByEarlierAttempt && isSignedOut)) {
          handleChange({ isSending: false, ...(!mayBeSavedByEarlierAttempt && { sentAt: undefined }) });
          return handleRefused(error);
        }
        setIsRetrying(true);
        timer = setTimeout(() => void attempt(), retryIntervalMs);
      }
    }
    void attempt();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      setIsRetrying(false);
    };
  }, [draft.isSending, readSentAt, send, handleChange, handleSaved, handleRefused]);
  return isRetrying;
}

function findAmountInput(panel: HTMLElement | null): HTMLInputElement | null {
  return panel?.querySelector<HTMLInputElement>("input[name=AmountPaid]") ?? null;
}

const Panel = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
`;
