import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import styled, { css } from "styled-components";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { PaymentDetailFields } from "../../domain/receipts/paymentDetails.tsx";
import {
  paymentMethodOptions,
  ReceiptFields,
  receiptDefaultValues,
  useHouseNumbers,
} from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.tsx";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { usePublishEditing } from "../../live/presence.ts";
import { ConflictDialog } from "../../resource/conflict/ConflictDialog.tsx";
import { describeMergedFromOthers, saveMerged } from "../../resource/conflict/saveMerged.ts";
import { useMergeConflict } from "../../resource/conflict/useMergeConflict.ts";
import { useMarkFormOpen } from "../../resource/form/openForms.ts";
import { RevokedNotice, useRevocation } from "../../resource/form/revocation.tsx";
import { type FormValues, resourceResolver, toFormValues } from "../../resource/formValues.ts";
import { Button, IconButton } from "../../ui/button/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Input } from "../../ui/form/Field.tsx";
import { type FieldInfoMap, Form, useFormField } from "../../ui/form/Form.tsx";
import { toNumber } from "../../ui/form/FormFields.tsx";
import { Select } from "../../ui/form/Inputs.tsx";

interface InlineEditContextValue {
  /** PaymentReceiptID of the edited row; 0 for none. */
  id: number;
  onSave: () => void;
  onCancel: () => void;
  /** Opens the fields of the payment details. */
  onEditDetails: () => void;
}

/** The row that is being edited, for its cells, which the table's columns render. */
export const InlineEditContext = createContext<InlineEditContextValue>({
  id: 0,
  onSave: () => undefined,
  onCancel: () => undefined,
  onEditDetails: () => undefined,
});

interface InlineEditInput {
  /**
   * Saves `values` as a change of `base`; `mergedNote` describes concurrent changes that are kept. Throws an ApiError.
   */
  save: (values: FormValues, base: Receipt, mergedNote?: string) => Promise<void>;
  fieldInfo: FieldInfoMap;
  /** Called when editing ends, to focus the table. */
  onClose: () => void;
}

/** Edits one row at a time in place. A failed save or a revoked right keeps the input. All functions are stable. */
export function useInlineEdit({ save, fieldInfo, onClose }: InlineEditInput) {
  const [base, setBase] = useState<Receipt>();
  const [saveError, setSaveError] = useState<string>();
  const [hasOpenDetails, setHasOpenDetails] = useState(false);
  const form = useForm<FormValues, unknown, FormValues>({ resolver: resourceResolver(paymentReceipt) });
  const { isSubmitting, dirtyFields, errors } = form.formState;
  const isDirty = Object.keys(dirtyFields).length > 0;
  const conflict = useMergeConflict<Receipt>();
  const revocation = useRevocation(paymentReceipt, "update");
  useMarkFormOpen(base !== undefined);

  const start = useEvent(async (receipt: Receipt) => {
    if (isSubmitting || (base && isDirty && !(await submit()))) return;
    setSaveError(undefined);
    form.reset(toFormValues(paymentReceipt, { record: receipt, defaultValues: receiptDefaultValues }));
    setBase(receipt);
  });

  const openDetails = useEvent(() => setHasOpenDetails(true));
  const closeDetails = useEvent(() => setHasOpenDetails(false));

  const close = useEvent(() => {
    setHasOpenDetails(false);
    setBase(undefined);
    setSaveError(undefined);
    onClose();
  });

  /** Returns whether the row is saved. */
  const submit = useEvent(async (): Promise<boolean> => {
    if (!base || isSubmitting || revocation) return false;
    if (!isDirty) {
      close();
      return true;
    }
    let saved = false;
    await form.handleSubmit(async (values) => {
      setSaveError(undefined);
      try {
        saved = await saveMerged({
          resource: paymentReceipt,
          defaultValues: receiptDefaultValues,
          values,
          base,
          resolveConflict: conflict.openConflict,
          save: (merged, newBase, mergedFromOthers) =>
            save(merged, newBase, mergedFromOthers && describeMergedFromOthers(mergedFromOthers, fieldInfo)),
          onMerged: applyMerged,
        });
        if (saved) close();
      } catch (error) {
        showError(error);
      }
    })();
    return saved;
  });

  function showError(error: unknown) {
    setSaveError(describeError(error));
    if (!(error instanceof ApiError)) return;
    for (const [name, message] of Object.entries(error.errors)) form.setError(name, { message });
  }

  function applyMerged(values: FormValues, newBase: Receipt) {
    for (const name of Object.keys(receiptDefaultValues)) form.setValue(name, values[name]);
    setBase(newBase);
  }

  const validationMessage = Object.values(errors)[0]?.message;
  const id = base?.PaymentReceiptID ?? 0;
  return {
    form,
    /** PaymentReceiptID of the edited row; 0 for none. */
    id,
    /** The edited receipt as it was when editing started. */
    base,
    saveError: saveError ?? (validationMessage === undefined ? undefined : String(validationMessage)),
    conflict,
    revocation: base && revocation,
    start,
    close,
    submit,
    hasOpenDetails,
    openDetails,
    closeDetails,
  };
}

interface InlineEditCellProps {
  receipt: Receipt;
  name: keyof typeof controls;
  /** Content while the row is not edited. */
  children: ReactNode;
}

/** A cell that becomes an input of the same height while its row is edited. */
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
  HouseNo: HouseInput,
  AmountPaid: AmountInput,
  PaymentDate: DateInput,
  PaymentMethod: MethodSelect,
  Remarks: RemarksInput,
};

/** The first input of the row, so it takes the focus, selects its content and publishes who edits the row. */
function AmountInput() {
  const { form, error } = useFormField("AmountPaid");
  usePublishEditing(paymentReceipt.name, useContext(InlineEditContext).id);
  const container = useRef<HTMLSpanElement>(null);
  useEffect(() => container.current?.querySelector("input")?.select(), []);
  return (
    <span ref={container}>
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

/** Suggests house numbers, if the user may list plots. */
function HouseInput() {
  const { form, error } = useFormField("HouseNo");
  const houses = useHouseNumbers();
  const listId = useId();
  return (
    <>
      <Input
        {...form.register("HouseNo")}
        aria-label={t("House")}
        aria-invalid={error !== undefined}
        title={error}
        list={houses && listId}
        autoComplete="off"
        dir="ltr"
      />
      {houses && (
        <datalist id={listId}>
          {houses.map((house) => (
            <option key={house} value={house} />
          ))}
        </datalist>
      )}
    </>
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
  const { onEditDetails } = useContext(InlineEditContext);
  const method: unknown = useWatch({ name: "PaymentMethod" });
  return (
    <SideBySide>
      <Select {...form.register("PaymentMethod")} aria-label={t("Method")} options={paymentMethodOptions()} />
      {method !== "Cash" && <IconButton icon="file-text" label={t("Payment details")} onClick={onEditDetails} />}
    </SideBySide>
  );
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

/** Resolves a conflict, or keeps the input in a dialog after the right to edit was revoked. */
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
      {base && !revocation && (
        <FormProvider {...form}>
          <InlineDetailsDialog inlineEdit={inlineEdit} />
        </FormProvider>
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

/** The payment details of the edited row, which are saved with the row. */
function InlineDetailsDialog({
  inlineEdit: { hasOpenDetails, closeDetails },
}: Pick<InlineEditDialogsProps, "inlineEdit">) {
  const method: unknown = useWatch({ name: "PaymentMethod" });
  return (
    <Dialog
      open={hasOpenDetails}
      onOpenChange={(open) => !open && closeDetails()}
      title={t("Payment details")}
      width="s"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          closeDetails();
        }}
      >
        <Stack>
          <PaymentDetailFields method={method} />
          <Button type="submit" variant="primary">
            {t("Done")}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Fits the row's height; its text has the position of the cell's text. */
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

const SideBySide = styled.span`
  display: flex;
  align-items: center;

  > :first-child {
    flex: 1;
    min-inline-size: 0;
  }
`;

const NumberInput = styled(Input)`
  text-align: end;
`;

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;
