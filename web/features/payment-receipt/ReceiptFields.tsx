import { useMemo } from "react";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/useCanList.ts";
import { ConcurrentPaymentNotice } from "../../domain/receipts/ConcurrentPaymentNotice.tsx";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { DateField, NumberField, TextField } from "../../ui/form/FormFields.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";

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
