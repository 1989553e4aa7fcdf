import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import styled, { css } from "styled-components";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import { HouseNumberCombobox } from "../../domain/plots/HouseField.tsx";
import { buildPaymentMethodOptions } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { usePublishEditing } from "../../live/presence.ts";
import { IconButton } from "../../ui/button/Button.tsx";
import { DateInput } from "../../ui/form/DateInput.tsx";
import { Input } from "../../ui/form/Field.tsx";
import { useFormField } from "../../ui/form/Form.tsx";
import { toNumber, useFormDay } from "../../ui/form/FormFields.tsx";
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
  PaymentDate: PaymentDateInput,
  PaymentMethod: MethodSelect,
  Remarks: RemarksInput,
};

/** Focuses the amount and selects it when editing starts. Also publishes for the whole row that the user edits it. */
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

/** A combobox of the houses; a plain input for users who may not list plots. */
function HouseInput() {
  const { form, error } = useFormField("HouseNo");
  const props = { "aria-label": t("House"), "aria-invalid": error !== undefined, title: error };
  if (useCanList(plot)) return <HouseNumberCombobox {...props} name="HouseNo" />;
  return <Input {...form.register("HouseNo")} {...props} autoComplete="off" dir="ltr" />;
}

function PaymentDateInput() {
  const { day, error, inputRef } = useFormDay("PaymentDate", useOpenDayBounds());
  return (
    <DateInput
      ref={inputRef}
      name="PaymentDate"
      day={day}
      hideButton
      aria-label={t("Date")}
      aria-invalid={error !== undefined}
      title={error}
    />
  );
}

function MethodSelect() {
  const { form } = useFormField("PaymentMethod");
  const { onEditDetails } = useContext(InlineEditContext);
  const method: unknown = useWatch({ name: "PaymentMethod" });
  return (
    <SideBySide>
      <Select {...form.register("PaymentMethod")} aria-label={t("Method")} options={buildPaymentMethodOptions()} />
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

/** Fits the row's height; its text has the position of the cell's text. */
const FittedControl = styled.span`
  ${({ theme }) => css`
    display: block;
    margin-inline: calc(-1 * ${theme.space.s} - 1px);

    && input,
    && select {
      block-size: ${theme.size.smallControl}px;
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
