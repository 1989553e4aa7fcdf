import { paymentMethods, paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { PaidMeanwhile } from "../../conflict/PaidMeanwhile.tsx";
import { say, sayName } from "../../lib/language.ts";
import { ResourceForm } from "../../ResourceForm.tsx";
import type { Values } from "../../resourceValues.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { DateField, NumberField, TextField } from "../../ui/FormTextField.tsx";
import { Plate } from "../../ui/Plate.tsx";
import type { useResourceEditor } from "../../useResourceEditor.ts";
import type { HouseRecord } from "./HouseForm.tsx";
import type { Receipt } from "./useHouseBooks.ts";

interface HouseReceiptFormProps {
  house: HouseRecord;
  editor: ReturnType<typeof useResourceEditor<Receipt>>;
  blank: Values;
}

/** A new receipt of this house; the amount begins as what is open. */
export function HouseReceiptForm({ house, editor, blank }: HouseReceiptFormProps) {
  const { opened, close, save } = editor;
  if (!opened) return null;
  return (
    <Dialog
      open={opened.open}
      onOpenChange={(open) => !open && close()}
      title={say("Add Receipt")}
      lead={<Plate house={house.HouseNo} category={house.CategoryName} />}
    >
      <ResourceForm<Receipt>
        key={opened.serial}
        resource={paymentReceipt}
        columns={[]}
        record={undefined}
        live={undefined}
        changedBy={undefined}
        blank={blank}
        fields={
          <>
            <NumberField name="AmountPaid" label={say("Amount")} hint={say("In rupees")} />
            <DateField name="PaymentDate" label={say("Payment Date")} />
            <SelectField
              name="PaymentMethod"
              label={say("Payment Method")}
              options={paymentMethods.map((method) => ({ value: method, label: sayName(method) }))}
            />
            <TextField name="Remarks" label={say("Remarks")} />
            <PaidMeanwhile />
          </>
        }
        submitLabel={say("Create Receipt")}
        oneColumn={false}
        onSave={save}
        onCancel={close}
      />
    </Dialog>
  );
}
