import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { PaidMeanwhile } from "../../conflict/PaidMeanwhile.tsx";
import { say } from "../../lib/language.ts";
import { methodOptions } from "../../methodOptions.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { ResourceDialog } from "../../ResourceDialog.tsx";
import type { Values } from "../../resourceValues.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { DateField, NumberField, TextField } from "../../ui/FormTextField.tsx";
import { Plate } from "../../ui/Plate.tsx";
import type { useResourceEditor } from "../../useResourceEditor.ts";
import type { Receipt } from "./useHouseBooks.ts";

interface HouseReceiptFormProps {
  house: PlotRecord;
  editor: ReturnType<typeof useResourceEditor<Receipt>>;
  blank: Values;
}

/** A new receipt of this house; the amount begins as what is open. */
export function HouseReceiptForm({ house, editor, blank }: HouseReceiptFormProps) {
  return (
    <ResourceDialog
      editor={editor}
      resource={paymentReceipt}
      columns={[]}
      blank={blank}
      title={say("Add Receipt")}
      lead={<Plate house={house.HouseNo} category={house.CategoryName} />}
      fields={
        <>
          <NumberField name="AmountPaid" label={say("Amount")} hint={say("In rupees")} />
          <DateField name="PaymentDate" label={say("Payment Date")} />
          <SelectField name="PaymentMethod" label={say("Payment Method")} options={methodOptions()} />
          <TextField name="Remarks" label={say("Remarks")} />
          <PaidMeanwhile />
        </>
      }
      submitLabel={say("Create Receipt")}
    />
  );
}
