import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { usePublishEditing } from "../../live/presence.ts";
import { ConflictDialog } from "../../resource/conflict/ConflictDialog.tsx";
import { describeMergedFromOthers } from "../../resource/conflict/describeMergedFromOthers.ts";
import { saveMerged } from "../../resource/conflict/saveMerged.ts";
import { useMergeConflict } from "../../resource/conflict/useMergeConflict.ts";
import { useMarkFormOpen } from "../../resource/form/openForms.ts";
import { RevokedNotice } from "../../resource/form/RevokedNotice.tsx";
import { useRevocation } from "../../resource/form/useRevocation.ts";
import { type FormValues, resourceResolver, toFormValues } from "../../resource/formValues.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Input } from "../../ui/form/Field.tsx";
import { type FieldInfoMap, Form, useFormField } from "../../ui/form/Form.tsx";
import { toNumber } from "../../ui/form/FormFields.tsx";
import { Select } from "../../ui/form/Inputs.tsx";
import { ReceiptFields, receiptDefaultValues } from "./ReceiptDialogs.tsx";
import type { Receipt } from "./ReceiptToolbar.tsx";

interface InlineEdit {
  /** PaymentReceiptID of the row that is being changed; 0 for none. */
  id: number;
  onSave: () => void;
  onCancel: () => void;
}

/** What the cells of the table know of the row that is being changed. */
export const InlineEditContext = createContext<InlineEdit>({
  id: 0,
  onSave: () => undefined,
  onCancel: () => undefined,
});

interface InlineEditInput {
  /** Saves over `base`; `along` says what of somebody else's is saved too. Throws a Problem. */
  save: (values: FormValues, base: Receipt, along?: string) => Promise<void>;
  /** What the fields are called. */
  fieldInfo: FieldInfoMap;
  /** The row is read again: the keyboard goes back to the table. */
  onClose: () => void;
}

/** One row at a time is changed where it stands; a refused save or a withdrawn right leaves it open as typed. All functions are stable. */
export function useInlineEdit({ save, fieldInfo, onClose }: InlineEditInput) {
  const [base, setBase] = useState<Receipt>();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<FormValues, unknown, FormValues>({ resolver: resourceResolver(paymentReceipt) });
  const { isSubmitting, dirtyFields, errors } = form.formState;
  const dirty = Object.keys(dirtyFields).length > 0;
  const clash = useMergeConflict<Receipt>();
  const withdrawal = useRevocation(paymentReceipt, "update");
  useMarkFormOpen(base !== undefined);

  const start = useEvent(async (receipt: Receipt) => {
    if (isSubmitting || (base && dirty && !(await submit()))) return;
    setRefusal(undefined);
    form.reset(toFormValues(paymentReceipt, { record: receipt, defaultValues: receiptDefaultValues }));
    setBase(receipt);
  });

  const leave = useEvent(() => {
    setBase(undefined);
    setRefusal(undefined);
    onClose();
  });

  /** Says whether the row is saved. */
  const submit = useEvent(async (): Promise<boolean> => {
    if (!base || isSubmitting || withdrawal) return false;
    if (!dirty) {
      leave();
      return true;
    }
    let saved = false;
    await form.handleSubmit(async (values) => {
      setRefusal(undefined);
      try {
        saved = await saveMerged({
          resource: paymentReceipt,
          defaultValues: receiptDefaultValues,
          values,
          base,
          resolveConflict: clash.openConflict,
          save: (merged, over, along) => save(merged, over, along && describeMergedFromOthers(along, fieldInfo)),
          onMerged: takeIn,
        });
        if (saved) leave();
      } catch (problem) {
        refuse(problem);
      }
    })();
    return saved;
  });

  function refuse(problem: unknown) {
    setRefusal(describeError(problem));
    if (!(problem instanceof ApiError)) return;
    for (const [name, message] of Object.entries(problem.errors)) form.setError(name, { message });
  }

  function takeIn(values: FormValues, over: Receipt) {
    for (const name of Object.keys(receiptDefaultValues)) form.setValue(name, values[name]);
    setBase(over);
  }

  const wrong = Object.values(errors)[0]?.message;
  const id = base?.PaymentReceiptID ?? 0;
  return {
    form,
    /** Of the row; 0 for none. */
    id,
    /** The receipt that is being changed, as it was. */
    base,
    refusal: refusal ?? (wrong === undefined ? undefined : String(wrong)),
    conflict: clash,
    revocation: base && withdrawal,
    start,
    close: leave,
    submit,
  };
}

interface InlineEditCellProps {
  receipt: Receipt;
  name: keyof typeof controls;
  /** What the cell shows while it is only read. */
  children: ReactNode;
}

/** A cell that is typed into while its row is being changed, at the same height. */
export function InlineEditCell({ receipt, name, children }: InlineEditCellProps) {
  const { id, onSave, onCancel } = useContext(InlineEditContext);
  if (id !== receipt.PaymentReceiptID) return children;

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") onSave();
    else onCancel();
  }

  const Control = controls[name];
  return (
    <FittedControl onKeyDown={handleKeyDown}>
      <Control />
    </FittedControl>
  );
}

const controls = {
  AmountPaid: AmountInput,
  PaymentDate: DateInput,
  PaymentMethod: MethodSelect,
  Remarks: RemarksInput,
};

/** The first of the row: it takes the focus with its figure selected, ready to be typed over. */
function AmountInput() {
  const { form, error } = useFormField("AmountPaid");
  usePublishEditing(paymentReceipt.name, useContext(InlineEditContext).id);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.querySelector("input")?.select(), []);
  return (
    <span ref={box}>
      <NumberInput
        {...form.register("AmountPaid", { setValueAs: toNumber })}
        aria-label={t("Amount")}
        aria-invalid={error !== undefined}
        title={error}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
      />
    </span>
  );
}

function DateInput() {
  const { form, error } = useFormField("PaymentDate");
  return (
    <Input
      {...form.register("PaymentDate")}
      aria-label={t("Date")}
      aria-invalid={error !== undefined}
      title={error}
      type="date"
    />
  );
}

function MethodSelect() {
  const { form } = useFormField("PaymentMethod");
  return <Select {...form.register("PaymentMethod")} aria-label={t("Method")} options={paymentMethodOptions()} />;
}

function RemarksInput() {
  const { form, error } = useFormField("Remarks");
  return (
    <Input
      {...form.register("Remarks")}
      aria-label={t("Remarks")}
      aria-invalid={error !== undefined}
      title={error}
      autoComplete="off"
    />
  );
}

interface InlineEditDialogsProps {
  inlineEdit: ReturnType<typeof useInlineEdit>;
  fieldInfo: FieldInfoMap;
}

/** What a row that is being changed may need beside itself: the choice between two versions, and a place for what was typed once the right has gone. */
export function InlineEditDialogs({ inlineEdit, fieldInfo }: InlineEditDialogsProps) {
  const { base, revocation, form, close } = inlineEdit;
  const { pending, resolveConflict } = inlineEdit.conflict;
  return (
    <>
      {pending && (
        <ConflictDialog
          key={pending.serial}
          resource={paymentReceipt}
          conflict={pending.conflict}
          fieldInfo={fieldInfo}
          recordName={t("{noun} {name}", { noun: t("Receipt"), name: receiptName(pending.conflict.base) })}
          open={pending.open}
          onResolve={resolveConflict}
        />
      )}
      {base && revocation && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={t("Edit Receipt {receipt}", { receipt: receiptName(base) })}
        >
          <Stack>
            <RevokedNotice revocation={revocation} />
            <Form form={form} onSubmit={() => undefined} submitLabel={t("Update Receipt")} onCancel={close} locked>
              <ReceiptFields isExisting />
            </Form>
          </Stack>
        </Dialog>
      )}
    </>
  );
}

/** As high as the line allows; its text stands where the cell's text stood. */
const FittedControl = styled.span`
  ${({ theme }) => css`
    display: block;
    margin-inline: calc(-1 * ${theme.space.s} - 1px);

    && input,
    && select {
      block-size: ${theme.size.inlineField}px;
      padding-inline: ${theme.space.s};
      font-variant-numeric: tabular-nums;
    }
  `}
`;

const NumberInput = styled(Input)`
  text-align: end;
`;

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;
