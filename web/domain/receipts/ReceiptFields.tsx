import { useContext, useEffect, useMemo } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanList } from "../../api/session.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import type { FormValues } from "../../resource/formValues.ts";
import { FormContext } from "../../ui/form/Form.tsx";
import { DateField, NumberField, SelectField, TextField } from "../../ui/form/FormFields.tsx";
import { AccountField } from "../accounts/accounts.tsx";
import { findHouse } from "../plots/houseSearch.ts";
import { ConcurrentPaymentWarning } from "./concurrentPayment.tsx";
import { PayingHouse, PaymentPreviewText } from "./PaymentSummary.tsx";
import { PaymentDetailFields } from "./paymentDetails.tsx";
import { summarizeDue, useHouseBalance } from "./useHouseBalance.ts";

/** Values of a new receipt's form; the caller sets PaymentDate. */
export const receiptDefaultValues: FormValues = {
  HouseNo: "",
  AmountPaid: undefined,
  PaymentDate: undefined,
  PaymentMethod: "Cash",
  Reference: "",
  BankName: "",
  ChequeNo: "",
  ChequeDate: undefined,
  Remarks: "",
  AccountID: undefined,
};

interface ReceiptFieldsProps {
  isExisting?: boolean;
  /** The page sets the house, so the form has no field for it. */
  hasFixedHouse?: boolean;
}

/** The fields of a receipt's form. */
export function ReceiptFields({ isExisting, hasFixedHouse }: ReceiptFieldsProps) {
  return (
    <>
      {!hasFixedHouse && <HouseNumberField />}
      {!isExisting && <NewPayment />}
      <NumberField name="AmountPaid" label={t("Amount")} hint={t("In rupees")} />
      <DateField name="PaymentDate" label={t("Payment Date")} />
      <PaymentMethodFields />
      <AccountField name="AccountID" label={t("Account")} placeholder={t("By payment method")} />
      <TextField name="Remarks" label={t("Remarks")} fullWidth />
      {!isExisting && <ConcurrentPaymentWarning />}
    </>
  );
}

/** Who lives in the house of a new receipt, what is due, and what the amount pays. Fills in the amount that is due. */
function NewPayment() {
  const { setValue, setFocus, getValues, getFieldState } = useFormContext();
  const { dirtyFields } = useFormState();
  const { locked } = useContext(FormContext);
  const today = useSocietyToday();
  const canList = useCanList(plot);
  const { rows } = useResource(plot, canList ? undefined : null);
  const houseNo = String(useWatch({ name: "HouseNo" }));
  const house = findHouse(rows, houseNo);
  const { balance } = useHouseBalance(house?.PlotID);
  const dueNow = balance && summarizeDue(balance, today).dueNow;
  const isAmountTyped = Boolean(dirtyFields.AmountPaid);

  useEffect(() => {
    // After the dialog has set its own focus.
    if (getValues("HouseNo")) queueMicrotask(() => setFocus("AmountPaid", { shouldSelect: true }));
  }, [getValues, setFocus]);

  // Follows what is due, also when a colleague records a payment meanwhile, until the user types an amount.
  useEffect(() => {
    // Asked again, because this effect can run after the user has typed and before the form renders that.
    if (dueNow === undefined || isAmountTyped || getFieldState("AmountPaid").isDirty || locked) return;
    setValue("AmountPaid", dueNow > 0 ? dueNow : undefined);
    // Selected again, so that typing replaces it.
    if (document.activeElement?.getAttribute("name") === "AmountPaid") setFocus("AmountPaid", { shouldSelect: true });
  }, [dueNow, isAmountTyped, locked, setValue, setFocus, getFieldState]);

  if (!house) return null;
  return (
    <>
      <PayingHouse house={house} balance={balance} today={today} hideBadge />
      <PaymentPreviewText balance={balance} today={today} />
    </>
  );
}

/** The payment method with the fields that it asks for. */
export function PaymentMethodFields() {
  const method: unknown = useWatch({ name: "PaymentMethod" });
  return (
    <>
      <SelectField name="PaymentMethod" label={t("Payment Method")} options={buildPaymentMethodOptions()} />
      <PaymentDetailFields method={method} />
    </>
  );
}

/** Suggests house numbers, if the user may list plots. */
function HouseNumberField() {
  return <TextField name="HouseNo" label={t("House Number")} suggestions={useHouseNumbers()} />;
}

/** The numbers of all houses; undefined without the right to list plots. */
export function useHouseNumbers(): readonly string[] | undefined {
  const canList = useCanList(plot);
  const { rows } = useResource(plot, canList ? undefined : null);
  const houses = useMemo(() => rows.map(({ HouseNo }) => HouseNo), [rows]);
  return canList ? houses : undefined;
}

/** The payment methods as options of a select. */
export function buildPaymentMethodOptions() {
  return paymentMethods.map((method) => ({ value: method, label: t(method) }));
}
