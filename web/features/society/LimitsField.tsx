import { t } from "../../i18n/t.ts";
import { useFormField } from "../../ui/form/Form.tsx";
import { NumberField, SwitchField } from "../../ui/form/FormFields.tsx";

/** The rules that the society sets for its records. The form keeps the values of `Limits` that have no field here. */
export function LimitsField() {
  // Names the group where a merge conflict shows it.
  useFormField("Limits", { label: t("Limits") });
  return (
    <>
      {buildLimitFields().map(({ key, title, hint }) => (
        <NumberField key={key} name={`Limits.${key}`} label={title} hint={hint} />
      ))}
      <SwitchField
        name="Limits.RequirePaymentDetails"
        label={requirePaymentDetailsLabel()}
        hint={t("Without them, a receipt by cheque, bank transfer or online is refused instead of marked")}
        fullWidth
      />
    </>
  );
}

/** The limits above which a second person approves; empty for none. */
export function buildLimitFields() {
  const hint = t("In rupees; a second person approves what is above it, empty for no limit");
  return [
    { key: "Void", title: t("Voids without approval up to"), hint },
    { key: "Waiver", title: t("Waivers without approval up to"), hint },
    { key: "Refund", title: t("Refunds without approval up to"), hint },
    { key: "WriteOff", title: t("Write-offs without approval up to"), hint },
    {
      key: "BackdateDays",
      title: t("Days that a receipt may be back-dated"),
      hint: t("A second person approves receipts of earlier days, empty for no limit"),
    },
  ] as const;
}

export function requirePaymentDetailsLabel(): string {
  return t("Require payment details");
}
