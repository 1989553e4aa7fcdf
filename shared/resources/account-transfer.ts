import { day, instant, optionalText, positiveRupees, ref } from "../fields.ts";
import { defineResource } from "../registry.ts";
import { account } from "./account.ts";

/** Money moved between two accounts of the society, for example cash brought to the bank. */
export const accountTransfer = defineResource({
  name: "account-transfer",
  idField: "AccountTransferID",
  label: "Transfer",
  titleField: "AccountTransferID",
  page: "/finance-management?tab=accounts",
  input: {
    FromAccountID: ref(account, "Account is required"),
    ToAccountID: ref(account, "Account is required"),
    Date: day("Date is required"),
    Amount: positiveRupees("Amount must be greater than 0"),
    Reference: optionalText(),
  },
  rules: ({ FromAccountID, ToAccountID }, refuse) => {
    if (FromAccountID === ToAccountID) refuse("ToAccountID", "Another account is required");
  },
  serverFields: { CreatedAt: instant() },
  searchFields: ["Reference", "Amount"],
  monthLock: { dayFields: ["Date"], exemptFields: [] },
  indexes: [["Date"]],
});

/** The number as shown to users: T-12. */
export function accountTransferName({ AccountTransferID }: { AccountTransferID: number }): string {
  return `T-${AccountTransferID}`;
}
