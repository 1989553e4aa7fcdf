import { useMemo } from "react";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { PaidMeanwhile } from "../../conflict/PaidMeanwhile.tsx";
import { say } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { DateField, NumberField, TextField } from "../../ui/FormTextField.tsx";

/** The fields of a receipt; `made` says that it is one already. */
export function ReceiptFields({ made }: { made: boolean }) {
  const { page, flag } = plot.guards.list;
  const readable = useMay(page, flag);
  return (
    <>
      {readable ? <SuggestedHouse /> : <TextField name="HouseNo" label={say("House Number")} />}
      <NumberField name="AmountPaid" label={say("Amount")} hint={say("In rupees")} />
      <DateField name="PaymentDate" label={say("Payment Date")} />
      <SelectField name="PaymentMethod" label={say("Payment Method")} options={methods()} />
      <TextField name="Remarks" label={say("Remarks")} wide />
      {!made && <PaidMeanwhile />}
    </>
  );
}

function SuggestedHouse() {
  const { rows } = useResource(plot);
  const houses = useMemo(() => rows.map(({ HouseNo }) => HouseNo), [rows]);
  return <TextField name="HouseNo" label={say("House Number")} suggestions={houses} />;
}

function methods() {
  return paymentMethods.map((method) => ({ value: method, label: say(method) }));
}
