import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { societyToday } from "../../../shared/dates.ts";
import { say } from "../../lib/language.ts";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { SwitchField } from "../../ui/FormSwitchField.tsx";
import { DateField, NumberField, TextAreaField, TextField } from "../../ui/FormTextField.tsx";
import { yearOptions } from "../../yearOptions.ts";
import { monthChoices } from "./expenseChoices.ts";

/** The fields of an expense; it has a day of payment only while it is paid. */
export function ExpenseFields({ types }: { types: readonly string[] }) {
  const paid = usePaidOn();
  return (
    <>
      <TextField name="ExpenseType" label={say("Expense Type")} suggestions={types} />
      <TextField name="ExpenseTitle" label={say("Expense Title")} />
      <TextAreaField name="Description" label={say("Description")} wide />
      <SelectField name="Month" label={say("Month")} placeholder={say("Select Month")} options={monthChoices()} />
      <SelectField name="Year" label={say("Year")} placeholder={say("Select Year")} options={yearOptions} />
      <NumberField name="Amount" label={say("Amount")} hint={say("In rupees")} wide />
      <SwitchField name="IsPaid" label={say("Paid")} />
      {paid && <DateField name="PaidOnDate" label={say("Paid On")} />}
    </>
  );
}

/** Fills in today when the switch is turned on and takes the day away when it is turned off. */
function usePaidOn(): boolean {
  const { getValues, setValue } = useFormContext();
  const paid: unknown = useWatch({ name: "IsPaid" });
  const before = useRef(paid);
  useEffect(() => {
    if (paid === before.current) return;
    before.current = paid;
    if (!paid) setValue("PaidOnDate", undefined);
    else if (!getValues("PaidOnDate")) setValue("PaidOnDate", societyToday(new Date()));
  }, [paid, getValues, setValue]);
  return paid === true;
}
