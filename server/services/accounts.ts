import { createMessage } from "../../shared/messages.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import type { paymentMethods } from "../../shared/resources/payment-receipt.ts";
import { type MethodAccounts, newSociety, society } from "../../shared/resources/society.ts";
import type { Transaction } from "../commits/transaction.ts";
import type { Store } from "../database/store.ts";
import { invalidField } from "../errors.ts";

/** The method of a payment, and the account that the payment names, if any. */
interface PaymentAccount {
  AccountID: number | null;
  Method: (typeof paymentMethods)[number];
}

/** The accounts that receive the money of each payment method, from the society's record. */
export async function readMethodAccounts(tx: Pick<Transaction, "find">): Promise<MethodAccounts> {
  const [record = newSociety] = await tx.find(society, {});
  return record.MethodAccounts;
}

/**
 * The AccountID to store with a new payment: the account that the payment names, otherwise the account of its method.
 * Null if a method other than cash has no account: the payment then belongs to the cash account until its method gets
 * one. A cash payment stores the cash account, so that it stays there when the society chooses another for cash.
 */
export function accountForPayment({ AccountID, Method }: PaymentAccount, accounts: MethodAccounts): number | null {
  return AccountID ?? accounts[Method] ?? (Method === "Cash" ? cashAccountId : null);
}

/**
 * The AccountID to store with a payment. `before`: the payment before a change, if it is not new. If a change gives
 * another method but the same account, and this is the account of the old method, the payment moves to the account of
 * the new method. Throws 400 if the account of a new payment, or the new account of a changed one, does not exist or is
 * inactive.
 */
export async function chooseAccount(
  tx: Transaction,
  { AccountID, Method }: PaymentAccount,
  before?: PaymentAccount,
): Promise<number | null> {
  if (AccountID !== before?.AccountID) await assertActiveAccount(tx, AccountID);
  else if (Method === before.Method) return AccountID;
  const accounts = await readMethodAccounts(tx);
  const wasAccountOfMethod =
    AccountID === before?.AccountID &&
    AccountID === accountForPayment({ AccountID: null, Method: before.Method }, accounts);
  return accountForPayment({ AccountID: wasAccountOfMethod ? null : AccountID, Method }, accounts);
}

/** The methods whose payments without an account of their own belong to this account. */
export function methodsOfAccount(AccountID: number, accounts: MethodAccounts): string[] {
  return Object.entries(accounts).flatMap(([method, id]) => ((id ?? cashAccountId) === AccountID ? [method] : []));
}

/** Throws 400 at the field if the account does not exist or is inactive. Null, which names no account, is accepted. */
export async function assertActiveAccount(
  source: Pick<Store, "find">,
  AccountID: number | null,
  field = "AccountID",
): Promise<void> {
  if (AccountID === null) return;
  const [row] = await source.find(account, { AccountID }, { limit: 1 });
  if (!row) throw invalidField(field, createMessage("unknown-reference", { label: account.label }));
  if (!row.IsActive) throw invalidField(field, createMessage("account-inactive", { account: row.AccountName }));
}
