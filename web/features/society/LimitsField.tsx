import { t } from "../../i18n/t.ts";
import { useFormField } from "../../ui/form/Form.tsx";
import { SwitchField } from "../../ui/form/FormFields.tsx";

/** The rules that the society sets for its records. The form keeps the values of `Limits` that have no field here. */
export function LimitsField() {
  // Names the group where a merge conflict shows it.
  useFormField("Limits", { label: t("Limits") });
  return (
    <SwitchField
      name="Limits.RequirePaymentDetails"
      label={requirePaymentDetailsLabel()}
      hint={t("Without them, a receipt by cheque, bank transfer or online is refused instead of marked")}
      fullWidth
    />
  );
}

export function requirePaymentDetailsLabel(): string {
  return t("Require payment details");
}
