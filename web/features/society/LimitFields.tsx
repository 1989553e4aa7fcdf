import { t } from "../../i18n/t.ts";
import { useFormField } from "../../ui/form/Form.tsx";
import { NumberField, SwitchField } from "../../ui/form/FormFields.tsx";

/** The rules that the society sets for its records. The form keeps the values of `Limits` that have no field here. */
export function LimitFields() {
  // Registers the label under which a merge conflict shows `Limits`; the fields below register only their own.
  useFormField("Limits", { label: t("Limits") });
  return (
    <>
      {buildLimitFields().map(({ key, title, hint }) => (
        <NumberField key={key} name={`Limits.${key}`} label={title} hint={hint} />
      ))}
      <NumberField
        name="BounceFee"
        label={bounceFeeLabel()}
        hint={t("In rupees, charged to the house; empty for none")}
      />
      <SwitchField name="Limits.Unlock" label={approveUnlockLabel()} fullWidth />
      <SwitchField
        name="Limits.RequirePaymentDetails"
        label={requirePaymentDetailsLabel()}
        hint={t("Without them, a receipt by cheque, bank transfer or online is refused instead of marked")}
        fullWidth
      />
      <SwitchField
        name="Limits.RequireDrawer"
        label={requireDrawerLabel()}
        hint={t("A receipt in cash is refused while its cashier has no open drawer")}
        fullWidth
      />
    </>
  );
}

/** The limits above which a second person must approve; `key` is the name in `Limits`. An empty field is no limit. */
export function buildLimitFields() {
  const hint = t("In rupees. Amounts above it need a second person. Leave empty for no limit.");
  return [
    {
      key: "Void",
      title: t("Voids without approval up to"),
      hint: t(
        "In rupees. Amounts above it need a second person, also of receipts that are lowered or become cheques. Leave empty for no limit.",
      ),
    },
    { key: "Waiver", title: t("Waivers without approval up to"), hint },
    { key: "Refund", title: t("Refunds without approval up to"), hint },
    { key: "WriteOff", title: t("Write-offs without approval up to"), hint },
    {
      key: "BackdateDays",
      title: t("Days that a receipt may be back-dated"),
      hint: t("Receipts dated earlier need a second person. Leave empty for no limit."),
    },
  ] as const;
}

/* The labels of the other fields, which SocietyScreen also shows to users who may only read the settings. */

export function approveUnlockLabel(): string {
  return t("Unlocking a month needs a second person");
}

export function bounceFeeLabel(): string {
  return t("Fee for a bounced cheque");
}

export function requirePaymentDetailsLabel(): string {
  return t("Require payment details");
}

export function requireDrawerLabel(): string {
  return t("Cash only into an open drawer");
}
