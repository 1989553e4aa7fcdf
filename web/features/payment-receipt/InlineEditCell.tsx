import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from "react";
import styled, { css } from "styled-components";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { t } from "../../i18n/t.ts";
import { usePublishEditing } from "../../live/presence.ts";
import { Input } from "../../ui/form/Field.tsx";
import { toNumber } from "../../ui/form/FormFields.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { useFormField } from "../../ui/form/useFormField.ts";
import { InlineEditContext } from "./useInlineEdit.ts";
import type { Receipt } from "./useReceiptFilters.ts";

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
