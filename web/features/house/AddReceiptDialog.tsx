import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { ConcurrentPaymentNotice } from "../../domain/receipts/ConcurrentPaymentNotice.tsx";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { t } from "../../i18n/t.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import type { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { DateField, NumberField, TextField } from "../../ui/form/FormFields.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import type { Receipt } from "./useHouseRecords.ts";

interface AddReceiptDialogProps {
  house: PlotRecord;
  editor: ReturnType<typeof useResourceEditor<Receipt>>;
  defaultValues: FormValues;
}

/** A new receipt of this house; the amount begins as what is open. */
export function AddReceiptDialog({ house, editor, defaultValues }: AddReceiptDialogProps) {
  return (
    <ResourceFormDialog
      editor={editor}
      resource={paymentReceipt}
      columns={[]}
      defaultValues={defaultValues}
      title={t("Add Receipt")}
      leading={<HouseBadge house={house.HouseNo} category={house.CategoryName} />}
      fields={
        <>
          <NumberField name="AmountPaid" label={t("Amount")} hint={t("In rupees")} />
          <DateField name="PaymentDate" label={t("Payment Date")} />
          <SelectField name="PaymentMethod" label={t("Payment Method")} options={paymentMethodOptions()} />
          <TextField name="Remarks" label={t("Remarks")} />
          <ConcurrentPaymentNotice />
        </>
      }
      submitLabel={t("Create Receipt")}
    />
  );
}
