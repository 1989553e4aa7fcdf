import { useContext, useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { limitOfKind } from "../../../shared/domain/approval-limits.ts";
import { formatPaisa, type PaisaSum, toRupees } from "../../../shared/money.ts";
import { adjustmentKindLabels, adjustmentKinds } from "../../../shared/resources/adjustment.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { ReasonField } from "../../resource/form/FormDialog.tsx";
import { DraftContext } from "../../resource/form/formDraft.ts";
import type { FormValues } from "../../resource/formValues.ts";
import { Field } from "../../ui/form/Field.tsx";
import { useFormField } from "../../ui/form/Form.tsx";
import { DateField, NumberField, SelectField } from "../../ui/form/FormFields.tsx";
import { Select } from "../../ui/form/Inputs.tsx";
import { AccountField } from "../accounts.tsx";
import { AmountApprovalNote } from "../approvalNotes.tsx";
import { HouseField } from "../plots/HouseField.tsx";
import { type AdjustableItem, useAdjustableItems } from "./useAdjustableItems.ts";

/** The initial values of the form for a new adjustment; the caller sets Date. */
export const adjustmentDefaultValues: FormValues = {
  PlotID: undefined,
  Kind: "charge",
  PaymentScheduleID: null,
  ChargeID: null,
  Of: "amount",
  ToPlotID: null,
  AccountID: null,
  Amount: undefined,
  Date: undefined,
  DueDate: null,
  Reason: "",
};

/**
 * The fields of an adjustment's form for the chosen kind. With `hasFixedHouse` there is no field for the house, because
 * the page sets it.
 */
export function AdjustmentFields({ hasFixedHouse = false }: { hasFixedHouse?: boolean }) {
  const { Kind, PlotID, Of, PaymentScheduleID, ChargeID, Amount } = useWatch<AdjustmentFormValues>();
  const { items, credit } = useAdjustableItems(PlotID);
  const lowersItem = Kind === "waiver" || Kind === "write-off";
  const item = items.find(({ id }) =>
    "ChargeID" in id ? id.ChargeID === ChargeID : id.PaymentScheduleID === PaymentScheduleID,
  );
  const openDays = useOpenDayBounds();
  useResetDependentFields({ Kind, PlotID });
  return (
    <>
      <SelectField name="Kind" label={t("Kind")} options={kindOptions()} />
      {!hasFixedHouse && <HouseField name="PlotID" label={t("House")} />}
      {lowersItem && <ItemField items={items} />}
      {Kind === "waiver" && PaymentScheduleID !== null && (
        <SelectField name="Of" label={t("Waives")} options={partOptions()} />
      )}
      {Kind === "refund" && (
        <AccountField name="AccountID" label={t("Paid from account")} placeholder={t("Cash account")} />
      )}
      {Kind === "transfer" && <HouseField name="ToPlotID" label={t("To house")} />}
      <NumberField name="Amount" label={t("Amount")} hint={formatAmountHint({ Kind, Of, item, credit })} />
      <DateField name="Date" label={t("Date")} {...openDays} />
      {(Kind === "charge" || Kind === "opening") && (
        <DateField name="DueDate" label={t("Due date")} hint={t("The date above if empty")} min={openDays.min} />
      )}
      <ReasonField />
      {(lowersItem || Kind === "refund") && <AmountApprovalNote limit={limitOfKind[Kind]} rupees={Number(Amount)} />}
    </>
  );
}

interface AdjustmentFormValues {
  Kind: (typeof adjustmentKinds)[number];
  PlotID?: number;
  PaymentScheduleID: number | null;
  ChargeID: number | null;
  Of: "amount" | "penalty";
  Amount: unknown;
}

/** Resets the fields that depend on the kind or the house, when the user changes either. */
function useResetDependentFields({ Kind, PlotID }: { Kind: string | undefined; PlotID: number | undefined }): void {
  const { setValue, clearErrors } = useFormContext();
  const { isRestored } = useContext(DraftContext);
  const previous = useRef({ Kind, PlotID, isRestored });
  useEffect(() => {
    const { current } = previous;
    previous.current = { Kind, PlotID, isRestored };
    const isRestoredNow = isRestored && !current.isRestored;
    if (isRestoredNow || (current.Kind === Kind && current.PlotID === PlotID)) return;
    for (const name of ["PaymentScheduleID", "ChargeID", "Of", "ToPlotID", "AccountID", "DueDate"])
      setValue(name, adjustmentDefaultValues[name]);
    clearErrors();
  }, [Kind, PlotID, isRestored, setValue, clearErrors]);
}

/** Chooses an installment or a charge of the house, and proposes its open amount. */
function ItemField({ items }: { items: readonly AdjustableItem[] }) {
  const label = t("Installment or charge");
  const { form, error, lockedReason } = useFormField("PaymentScheduleID", { label });
  const charge = useFormField("ChargeID");
  const { PaymentScheduleID, ChargeID } = useWatch<AdjustmentFormValues>();
  const { ref } = form.register("PaymentScheduleID");

  function handleChange(key: string) {
    const item = items.find(({ id }) => keyOf(id) === key);
    const chosen = { PaymentScheduleID: null, ChargeID: null, ...item?.id };
    form.setValue("PaymentScheduleID", chosen.PaymentScheduleID, { shouldValidate: form.formState.isSubmitted });
    form.setValue("ChargeID", chosen.ChargeID);
    const part = item && item.amount === 0 ? "penalty" : "amount";
    form.setValue("Of", part);
    if (item && !form.getFieldState("Amount").isDirty) form.setValue("Amount", toRupees(item[part]));
  }

  return (
    <Field label={label} error={error ?? charge.error} lockedReason={lockedReason} fullWidth>
      {(control) => (
        <Select
          {...control}
          ref={ref}
          value={ChargeID ? keyOf({ ChargeID }) : PaymentScheduleID ? keyOf({ PaymentScheduleID }) : ""}
          placeholder={items.length > 0 ? t("Select") : t("Nothing to waive or write off")}
          disabled={lockedReason !== undefined}
          options={items.map((item) => ({ value: keyOf(item.id), label: describeOption(item) }))}
          onChange={(event) => handleChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function keyOf(id: AdjustableItem["id"]): string {
  return "ChargeID" in id ? `charge ${id.ChargeID}` : `installment ${id.PaymentScheduleID}`;
}

function describeOption({ name, amount, penalty }: AdjustableItem): string {
  return [
    name,
    amount > 0 ? t("{amount} outstanding", { amount: formatPaisa(amount) }) : "",
    penalty > 0 ? t("penalty {amount}", { amount: formatPaisa(penalty) }) : "",
  ]
    .filter(Boolean)
    .join(t(", "));
}

interface AmountHintInput {
  Kind: string | undefined;
  Of: "amount" | "penalty" | undefined;
  item: AdjustableItem | undefined;
  credit: PaisaSum;
}

/** The hint below the amount: its maximum, or its unit. */
function formatAmountHint({ Kind, Of = "amount", item, credit }: AmountHintInput): string {
  if (Kind === "opening") return t("Below 0 if the house had paid in advance");
  if (Kind === "refund" || Kind === "transfer") return t("Credit: {amount}", { amount: formatPaisa(credit) });
  return item ? t("At most {amount}", { amount: formatPaisa(item[Of]) }) : t("In rupees");
}

function kindOptions() {
  return adjustmentKinds.map((kind) => ({ value: kind, label: t(adjustmentKindLabels[kind]) }));
}

function partOptions() {
  return [
    { value: "amount", label: t("Amount") },
    { value: "penalty", label: t("Penalty") },
  ];
}
