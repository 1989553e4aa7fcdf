import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from "react";
import styled, { css } from "styled-components";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { say } from "../../lib/language.ts";
import { useEditing } from "../../lib/presence.ts";
import { methodOptions } from "../../methodOptions.ts";
import { Input } from "../../ui/Field.tsx";
import { useFormField } from "../../ui/FormControl.ts";
import { toNumber } from "../../ui/FormTextField.tsx";
import { Select } from "../../ui/Select.tsx";
import { ReceiptEdit } from "./ReceiptEditing.ts";
import type { Receipt } from "./ReceiptFilter.ts";

interface ReceiptCellProps {
  receipt: Receipt;
  name: keyof typeof controls;
  /** What the cell shows while it is only read. */
  children: ReactNode;
}

/** A cell that is typed into while its row is being changed, at the same height. */
export function ReceiptCell({ receipt, name, children }: ReceiptCellProps) {
  const { id, onSave, onCancel } = useContext(ReceiptEdit);
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
    <Fitted onKeyDown={handleKeyDown}>
      <Control />
    </Fitted>
  );
}

const controls = { AmountPaid: Amount, PaymentDate: Day, PaymentMethod: Method, Remarks: Words };

/** The first of the row: it takes the focus with its figure selected, ready to be typed over. */
function Amount() {
  const { form, error } = useFormField("AmountPaid");
  useEditing(paymentReceipt.name, useContext(ReceiptEdit).id);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.querySelector("input")?.select(), []);
  return (
    <span ref={box}>
      <Figure
        {...form.register("AmountPaid", { setValueAs: toNumber })}
        aria-label={say("Amount")}
        aria-invalid={error !== undefined}
        title={error}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
      />
    </span>
  );
}

function Day() {
  const { form, error } = useFormField("PaymentDate");
  return (
    <Input
      {...form.register("PaymentDate")}
      aria-label={say("Date")}
      aria-invalid={error !== undefined}
      title={error}
      type="date"
    />
  );
}

function Method() {
  const { form } = useFormField("PaymentMethod");
  return <Select {...form.register("PaymentMethod")} aria-label={say("Method")} options={methodOptions()} />;
}

function Words() {
  const { form, error } = useFormField("Remarks");
  return (
    <Input
      {...form.register("Remarks")}
      aria-label={say("Remarks")}
      aria-invalid={error !== undefined}
      title={error}
      autoComplete="off"
    />
  );
}

/** As high as the line allows; its text stands where the cell's text stood. */
const Fitted = styled.span`
  ${({ theme: t }) => css`
    display: block;
    margin-inline: calc(-1 * ${t.space.s} - 1px);

    && input,
    && select {
      block-size: ${t.size.inlineField}px;
      padding-inline: ${t.space.s};
      font-variant-numeric: tabular-nums;
    }
  `}
`;

const Figure = styled(Input)`
  text-align: end;
`;
