import { type ComponentProps, useMemo } from "react";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import { ConcurrentPaymentNotice } from "../../domain/receipts/ConcurrentPaymentNotice.tsx";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { plural, t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { DateField, NumberField, SelectField, TextField } from "../../ui/form/FormFields.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MailErrorNote } from "./ReceiptMail.tsx";
import type { Receipt } from "./ReceiptToolbar.tsx";

interface ReceiptFormDialogProps
  extends Pick<ComponentProps<typeof ResourceFormDialog<Receipt>>, "editor" | "list" | "columns" | "defaultValues"> {
  /** The receipt as it is known now. */
  latest: Receipt | undefined;
}

/** A new receipt, or on the phone the change of one. */
export function ReceiptFormDialog({ latest, ...dialog }: ReceiptFormDialogProps) {
  const record = dialog.editor.opened?.record;
  return (
    <ResourceFormDialog
      {...dialog}
      resource={paymentReceipt}
      title={record ? t("Edit Receipt {receipt}", { receipt: receiptName(record) }) : t("Add Receipt")}
      recordName={record && t("{noun} {name}", { noun: t("Receipt"), name: receiptName(record) })}
      notice={record && <MailErrorNote receipt={latest ?? record} />}
      fields={<ReceiptFields isExisting={record !== undefined} />}
      submitLabel={record ? t("Update Receipt") : t("Create Receipt")}
    />
  );
}

interface DeleteReceiptDialogProps extends Pick<ComponentProps<typeof ResourceDeleteDialog>, "editor"> {
  receipt: Receipt;
}

/** Asks before a receipt is voided, and says what becomes of its money. */
export function DeleteReceiptDialog({ editor, receipt }: DeleteReceiptDialogProps) {
  const { AmountPaid, HouseNo, Allocations, Credit } = receipt;
  return (
    <ResourceDeleteDialog
      editor={editor}
      title={t("Are you sure you want to delete this receipt?")}
      text={
        <>
          <Trans
            text="{receipt}: {amount} of house {house} count as not received."
            with={{
              receipt: <bdi dir="ltr">{receiptName(receipt)}</bdi>,
              amount: <Money rupees={AmountPaid} decimals={2} showCurrency strong />,
              house: <bdi dir="ltr">{HouseNo}</bdi>,
            }}
          />{" "}
          {Allocations.length > 0 && `${describeReopened(Allocations.length)} `}
          {Credit > 0 && (
            <>
              <Trans
                text="Its credit of {amount} is gone."
                with={{ amount: <Money rupees={Credit} decimals={2} showCurrency /> }}
              />{" "}
            </>
          )}
          {t("The number stays taken and is found under Voided.")}
        </>
      }
    />
  );
}

function describeReopened(count: number): string {
  return plural(count, {
    one: "What it paid of 1 installment is due again.",
    other: "What it paid of {count} installments is due again.",
  });
}

/** The fields of a receipt; `made` says that it is one already. */
export function ReceiptFields({ isExisting }: { isExisting: boolean }) {
  const readable = useCanList(plot);
  return (
    <>
      {readable ? <HouseNumberField /> : <TextField name="HouseNo" label={t("House Number")} />}
      <NumberField name="AmountPaid" label={t("Amount")} hint={t("In rupees")} />
      <DateField name="PaymentDate" label={t("Payment Date")} />
      <SelectField name="PaymentMethod" label={t("Payment Method")} options={paymentMethodOptions()} />
      <TextField name="Remarks" label={t("Remarks")} fullWidth />
      {!isExisting && <ConcurrentPaymentNotice />}
    </>
  );
}

function HouseNumberField() {
  const { rows } = useResource(plot);
  const houses = useMemo(() => rows.map(({ HouseNo }) => HouseNo), [rows]);
  return <TextField name="HouseNo" label={t("House Number")} suggestions={houses} />;
}

/** What a new receipt starts with, but for its day; its keys are the fields of the form. */
export const receiptDefaultValues: FormValues = {
  HouseNo: "",
  AmountPaid: undefined,
  PaymentDate: undefined,
  PaymentMethod: "Cash",
  Remarks: "",
};

/** The fields that a link to a new receipt may fill. */
export const prefillParams = ["HouseNo", "AmountPaid"];

export const noPrefill: FormValues = {};

/** What such a link gives: the house, and the amount where it is one. */
export function parsePrefill(values: ReadonlyMap<string, string>): FormValues {
  const amount = Number(values.get("AmountPaid"));
  return { HouseNo: values.get("HouseNo") ?? "", ...(amount > 0 ? { AmountPaid: amount } : {}) };
}
