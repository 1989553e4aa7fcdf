import { useContext, useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { addsToPaymentDate, amountLost } from "../../../shared/domain/approval-limits.ts";
import { toRupees } from "../../../shared/money.ts";
import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { foldText } from "../../../shared/text.ts";
import { useCanList } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import type { FormValues } from "../../resource/formValues.ts";
import { FormContext } from "../../ui/form/Form.tsx";
import { DateField, NumberField, SelectField, TextField } from "../../ui/form/FormFields.tsx";
import { PaymentAccountField } from "../accounts.tsx";
import { AmountApprovalNote, BackdateApprovalNote } from "../approvalNotes.tsx";
import { HouseNumberField } from "../plots/HouseField.tsx";
import { findHouseByNumber } from "../plots/houseSearch.ts";
import { ConcurrentPaymentWarning } from "./concurrentPayment.tsx";
import { PayingHouse, PaymentPreviewText } from "./PayingHouse.tsx";
import { MissingDetailsHint, PaymentDetailFields } from "./paymentDetails.tsx";
import type { Receipt } from "./receipt.ts";
import { summarizeBalance, useHouseBalance } from "./useHouseBalance.ts";

/** The initial values of the form for a new receipt; the caller sets PaymentDate. */
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
  /** The receipt that is edited. */
  existing?: Receipt;
  /** The page sets the house, so the form has no field for it. */
  hasFixedHouse?: boolean;
  /** The amount is known, so it does not follow what is due. */
  hasKnownAmount?: boolean;
}

/** The fields of a receipt's form. */
export function ReceiptFields({ existing, hasFixedHouse, hasKnownAmount }: ReceiptFieldsProps) {
  return (
    <>
      {!hasFixedHouse && <HouseNumberField name="HouseNo" label={t("House Number")} nextField="AmountPaid" />}
      {!existing && <NewPayment hasKnownAmount={hasKnownAmount} />}
      <NumberField name="AmountPaid" label={t("Amount")} hint={t("In rupees")} />
      <DateField name="PaymentDate" label={t("Payment Date")} {...useOpenDayBounds()} />
      <PaymentMethodFields />
      <PaymentAccountField methodField="PaymentMethod" />
      <TextField name="Remarks" label={t("Remarks")} fullWidth />
      {existing ? (
        <ReceiptChangeApproval receipt={existing} />
      ) : (
        <>
          <NewReceiptApproval />
          <ConcurrentPaymentWarning />
        </>
      )}
    </>
  );
}

/**
 * The owner of the house of a new receipt, what is due, and what the amount pays. Fills in the amount that is due
 * unless it is known.
 */
function NewPayment({ hasKnownAmount = false }: Pick<ReceiptFieldsProps, "hasKnownAmount">) {
  const { setValue, getValues, formState } = useFormContext();
  const { locked } = useContext(FormContext);
  const today = useSocietyToday();
  const canList = useCanList(plot);
  const { rows } = useResource(plot, canList ? undefined : null);
  const houseNo = String(useWatch({ name: "HouseNo" }));
  const house = findHouseByNumber(rows, houseNo);
  const PlotID = house?.PlotID;
  const { balance } = useHouseBalance(PlotID);
  const dueNow = balance && toRupees(summarizeBalance(balance, today).dueNow);
  const proposedHouse = useRef(PlotID);
  const proposedAmount = useRef<number>(undefined);
  const defaultAmount: unknown = formState.defaultValues?.AmountPaid;

  /** Fills in the amount, unless it is known or the user has typed one. */
  const propose = useEvent((amount: number | undefined) => {
    // Not `isDirty`, which React Hook Form also sets for an amount that was filled in, once another field is cleared.
    const current: unknown = getValues("AmountPaid");
    if (hasKnownAmount || (current !== proposedAmount.current && current !== defaultAmount)) return;
    proposedAmount.current = amount;
    setValue("AmountPaid", amount);
    // Selected again, so that typing replaces it. Not by setFocus, whose timer can run after the user has left the
    // field.
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.name === "AmountPaid") field.select();
  });

  // Follows what is due, also when a colleague records a payment meanwhile, until the user types an amount.
  useEffect(() => {
    if (PlotID === undefined || locked) return;
    const isOtherHouse = proposedHouse.current !== undefined && proposedHouse.current !== PlotID;
    proposedHouse.current = PlotID;
    if (dueNow !== undefined) propose(dueNow > 0 ? dueNow : undefined);
    // Removes the amount of the previous house while the balance of this one is loading, so that it cannot be saved.
    else if (isOtherHouse) propose(undefined);
  }, [PlotID, dueNow, locked, propose]);

  if (!house) return null;
  return (
    <>
      <PayingHouse house={house} balance={balance} today={today} hideBadge />
      <PaymentPreviewText balance={balance} today={today} />
    </>
  );
}

/** Says when a new receipt needs approval because of its payment date. */
function NewReceiptApproval() {
  const day: unknown = useWatch({ name: "PaymentDate" });
  return <BackdateApprovalNote day={typeof day === "string" ? day : undefined} />;
}

/**
 * Says when the change of a receipt needs approval: it lowers what the house has paid, becomes a cheque, or adds money
 * on its payment date.
 */
export function ReceiptChangeApproval({ receipt }: { receipt: Receipt }) {
  const [amount, house, day, method]: unknown[] = useWatch({
    name: ["AmountPaid", "HouseNo", "PaymentDate", "PaymentMethod"],
  });
  const isSameHouse = foldText(String(house)) === foldText(receipt.HouseNo);
  const AmountPaid = Number(amount);
  const lost = amountLost({ before: receipt, after: { AmountPaid, PaymentMethod: String(method) }, isSameHouse });
  const isAddition =
    typeof day === "string" &&
    day !== "" &&
    addsToPaymentDate({ before: receipt, after: { AmountPaid, PaymentDate: day }, isSameHouse });
  return (
    <>
      {lost > 0 && <AmountApprovalNote limit="Void" rupees={lost} />}
      {isAddition && <BackdateApprovalNote day={day} />}
    </>
  );
}

/** The payment method with the fields that it asks for. */
export function PaymentMethodFields({ name = "PaymentMethod" }: { name?: "PaymentMethod" | "Method" }) {
  const method: unknown = useWatch({ name });
  return (
    <>
      <SelectField name={name} label={t("Payment Method")} options={buildPaymentMethodOptions()} />
      <PaymentDetailFields method={method} />
      {name === "PaymentMethod" && <MissingDetailsHint />}
    </>
  );
}

/** The payment methods as options of a select. */
export function buildPaymentMethodOptions() {
  return paymentMethods.map((method) => ({ value: method, label: t(method) }));
}
