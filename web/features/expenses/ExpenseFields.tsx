import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { societyToday } from "../../../shared/dates.ts";
import { yearOptions } from "../../domain/yearOptions.ts";
import { t } from "../../i18n/t.ts";
import { DateField, NumberField, TextAreaField, TextField } from "../../ui/form/FormFields.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { expenseMonthOptions } from "./expenseOptions.ts";

/** The fields of an expense; it has a day of payment only while it is paid. */
export function ExpenseFields({ types }: { types: readonly string[] }) {
  const paid = useSyncPaidOnDate();
  return (
    <>
      <TextField name="ExpenseType" label={t("Expense Type")} suggestions={types} />
      <TextField name="ExpenseTitle" label={t("Expense Title")} />
      <TextAreaField name="Description" label={t("Description")} fullWidth />
      <SelectField name="Month" label={t("Month")} placeholder={t("Select Month")} options={expenseMonthOptions()} />
      <SelectField name="Year" label={t("Year")} placeholder={t("Select Year")} options={yearOptions} />
      <NumberField name="Amount" label={t("Amount")} hint={t("In rupees")} fullWidth />
      <SwitchField name="IsPaid" label={t("Paid")} />
      {paid && <DateField name="PaidOnDate" label={t("Paid On")} />}
    </>
  );
}

/** Fills in today when the switch is turned on and takes the day away when it is turned off. */
function useSyncPaidOnDate(): boolean {
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
