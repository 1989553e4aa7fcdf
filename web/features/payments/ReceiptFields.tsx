import { useMemo } from "react";
import { plot } from "../../../shared/resources/plot.ts";
import { PaidMeanwhile } from "../../conflict/PaidMeanwhile.tsx";
import { say } from "../../lib/language.ts";
import { useMayList } from "../../lib/useMayList.ts";
import { useResource } from "../../lib/useResource.ts";
import { methodOptions } from "../../methodOptions.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { DateField, NumberField, TextField } from "../../ui/FormTextField.tsx";

/** The fields of a receipt; `made` says that it is one already. */
export function ReceiptFields({ made }: { made: boolean }) {
  const readable = useMayList(plot);
  return (
    <>
      {readable ? <SuggestedHouse /> : <TextField name="HouseNo" label={say("House Number")} />}
      <NumberField name="AmountPaid" label={say("Amount")} hint={say("In rupees")} />
      <DateField name="PaymentDate" label={say("Payment Date")} />
      <SelectField name="PaymentMethod" label={say("Payment Method")} options={methodOptions()} />
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
