import { useMemo, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { paymentMethods } from "../../shared/resources/payment-receipt.ts";
import { useSession } from "../api/session.ts";
import { useChosenTickAccount } from "../hooks/preferences.ts";
import { t, translateName } from "../i18n/t.ts";
import { useSocietySettings } from "../live/society.ts";
import { useResource } from "../live/useResource.ts";
import { FilterSelect } from "../ui/form/FilterControls.tsx";
import type { FormFieldProps } from "../ui/form/Form.tsx";
import { SelectField } from "../ui/form/FormFields.tsx";

export type AccountRecord = RecordOf<typeof account>;

const noAccounts: readonly AccountRecord[] = [];

/** The society's accounts; none for users who may not read them. */
export function useAccounts(): readonly AccountRecord[] {
  const session = useSession();
  const canList = session !== undefined && canAccess(session, { resource: account, verb: "list" });
  const { rows } = useResource(account, canList ? undefined : null);
  return canList ? rows : noAccounts;
}

/** The names of accounts by AccountID; built-in names are translated. */
export function useAccountNames(): ReadonlyMap<number, string> {
  const accounts = useAccounts();
  return useMemo(
    () => new Map(accounts.map(({ AccountID, AccountName }) => [AccountID, translateName(AccountName)])),
    [accounts],
  );
}

export function toAccountOptions(accounts: readonly AccountRecord[]) {
  return accounts.map(({ AccountID, AccountName }) => ({ value: AccountID, label: translateName(AccountName) }));
}

interface AccountFieldProps extends FormFieldProps {
  /** Text of the option for no account; "Select" by default. */
  placeholder?: string;
}

/** Chooses one of the active accounts. Renders nothing while the society has only the cash account. */
export function AccountField(props: AccountFieldProps) {
  return useKnownAccounts().length < 2 ? null : <AccountSelect {...props} />;
}

/** Chooses one of the active accounts, or keeps the stored one, which may not be active any more. */
export function AccountSelect({ placeholder = t("Select"), ...field }: AccountFieldProps) {
  const accounts = useKnownAccounts();
  const { defaultValues } = useFormState({ name: field.name });
  const kept = new Set<unknown>([useWatch({ name: field.name }), defaultValues?.[field.name]]);
  const options = toAccountOptions(accounts.filter(({ AccountID, IsActive }) => IsActive || kept.has(AccountID)));
  return <SelectField {...field} placeholder={placeholder} options={options} />;
}

/** The account of a payment. Without a choice, it is that of the payment method, which the placeholder names. */
export function PaymentAccountField({ methodField }: { methodField: "PaymentMethod" | "Method" }) {
  const chosenMethod: unknown = useWatch({ name: methodField });
  const method = paymentMethods.find((name) => name === chosenMethod);
  const settings = useSocietySettings();
  const accounts = useKnownAccounts();
  const id = settings && method && (settings.MethodAccounts[method] ?? cashAccountId);
  const name = accounts.find(({ AccountID }) => AccountID === id)?.AccountName;
  return (
    <AccountField
      name="AccountID"
      label={t("Account")}
      placeholder={
        name === undefined
          ? t("By payment method")
          : t("By payment method: {account}", { account: translateName(name) })
      }
    />
  );
}

/** The accounts; the last known ones while the permission to read them is revoked, for a form that stays open. */
function useKnownAccounts(): readonly AccountRecord[] {
  const accounts = useAccounts();
  const [known, setKnown] = useState(accounts);
  if (accounts.length > 0 && accounts !== known) setKnown(accounts);
  return accounts.length > 0 ? accounts : known;
}

/** The account that receives the amounts of ticks made in this window; null for the cash account. */
export function useTickAccount(): number | null {
  const [chosen] = useChosenTickAccount();
  return useAccounts().some(({ AccountID, IsActive }) => IsActive && AccountID === chosen) ? chosen : null;
}

/**
 * Chooses the account that receives the amounts of ticks. Renders nothing while the society has only the cash account.
 */
export function TickAccountSelect() {
  const accounts = useAccounts();
  const chosen = useTickAccount();
  const [, setChosen] = useChosenTickAccount();
  if (accounts.length < 2) return null;
  return (
    <FilterSelect
      label={t("Mark as paid into")}
      value={String(chosen ?? cashAccountId)}
      options={toAccountOptions(accounts.filter(({ IsActive }) => IsActive))}
      onChange={(value) => setChosen(Number(value) === cashAccountId ? null : Number(value))}
    />
  );
}
