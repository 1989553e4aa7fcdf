import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { ConcurrentPaymentNotice } from "../../conflict/PaidMeanwhile.tsx";
import { t } from "../../lib/language.ts";
import { paymentMethodOptions } from "../../methodOptions.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { ResourceFormDialog } from "../../ResourceDialog.tsx";
import type { FormValues } from "../../resourceValues.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { DateField, NumberField, TextField } from "../../ui/FormTextField.tsx";
import { HouseBadge } from "../../ui/Plate.tsx";
import type { useResourceEditor } from "../../useResourceEditor.ts";
import type { Receipt } from "./useHouseBooks.ts";

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
