import { boolean, day, oneOf, optionalRef, signedRupees, text } from "../fields.ts";
import { zero } from "../money.ts";
import { defineResource, type RowOf } from "../registry.ts";

export const accountKinds = ["cash", "bank", "wallet"] as const;

/** The kinds as screens name them. */
export const accountKindLabels = {
  cash: "Cash",
  bank: "Bank account",
  wallet: "Mobile wallet",
} as const satisfies Record<(typeof accountKinds)[number], string>;

/**
 * The AccountID of the cash account that every society has from the start. It is the account of ticks, refunds and
 * expenses that name no other one, and of receipts and other income whose payment method has no account.
 */
export const cashAccountId = 1;

/**
 * Where the society's money is: its cash, bank accounts and mobile wallets. An account is deactivated, never deleted.
 */
export const account = defineResource({
  name: "account",
  idField: "AccountID",
  label: "Account",
  titleField: "AccountName",
  page: {
    id: 31,
    path: "/finance-management?tab=accounts",
    title: "Accounts",
    icon: "wallet",
    screen: "account/AccountsScreen",
    // Delete is the right to delete transfers between accounts, which belong to this page.
    actions: ["View", "Add", "Update", "Delete"],
  },
  verbs: ["list", "create", "update"],
  input: {
    AccountName: text("Account name is required"),
    Kind: oneOf(accountKinds, "Kind is required"),
    /** The balance at the start of OpeningDate. Below 0 for an overdrawn bank account. */
    OpeningBalance: signedRupees("Opening balance is required"),
    OpeningDate: day("Opening date is required"),
    /** An inactive account takes no new money; its cash book remains. */
    IsActive: boolean().default(true),
  },
  unique: [["AccountName"]],
  monthLock: { dayFields: ["OpeningDate"], exemptFields: ["AccountName", "Kind", "IsActive"] },
  // Forms and filters of these pages offer the accounts.
  otherListGuards: [
    { page: "/payment-management?tab=payment-receipt", flag: "CanAdd" },
    { page: "/payment-management?tab=payment-receipt", flag: "CanUpdate" },
    { page: "/payment-management?tab=payment-schedule", flag: "CanUpdate" },
    { page: "/payment-management?tab=adjustments", flag: "CanAdd" },
    { page: "/finance-management?tab=expenses", flag: "CanView" },
    { page: "/finance-management?tab=other-income", flag: "CanView" },
    { page: "/finance-management?tab=cash-book", flag: "CanView" },
    { page: "/finance-management?tab=cheques", flag: "CanView" },
    { page: "/system-management?tab=society", flag: "CanView" },
  ],
  cached: true,
});

export type Account = RowOf<typeof account>;

/** The cash account of a new society. Its OpeningDate is before every possible entry. */
export const cashAccount: Omit<Account, "Version"> = {
  AccountID: cashAccountId,
  AccountName: "Cash",
  Kind: "cash",
  OpeningBalance: zero,
  OpeningDate: "2000-01-01",
  IsActive: true,
};

/**
 * Declares the field with the optional AccountID of a payment. Null or left out: for receipts and other income the
 * account of the payment method, otherwise the cash account.
 */
export function optionalAccount() {
  return optionalRef(account, "Account is required");
}
