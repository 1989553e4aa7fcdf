import { paymentMethods } from "../../../shared/resources/payment-receipt.ts";
import { AccountField } from "../../domain/accounts.tsx";
import { t } from "../../i18n/t.ts";
import { useFormField } from "../../ui/form/Form.tsx";

/** The account that takes the payments of each method. Renders nothing while the society has only the cash account. */
export function MethodAccountsField() {
  // Names the group where a merge conflict shows it.
  useFormField("MethodAccounts", { label: t("Accounts of payment methods") });
  return paymentMethods.map((method) => (
    <AccountField
      key={method}
      name={`MethodAccounts.${method}`}
      label={t("Account for {method}", { method: t(method) })}
      placeholder={t("Cash account")}
    />
  ));
}
