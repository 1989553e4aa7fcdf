import { z } from "zod";
import { inYear } from "../domain/list-filters.ts";
import { field } from "../field-meta.ts";
import { day, instant, ref, rupees } from "../fields.ts";
import { defineResource, join, type RowOf } from "../registry.ts";
import { account } from "./account.ts";
import { cheque } from "./cheque.ts";

const chooseMessage = "Please select cheques";

/** Cheques that were brought to the bank together. A slip is neither changed nor deleted. */
export const depositSlip = defineResource({
  name: "deposit-slip",
  idField: "DepositSlipID",
  label: "Deposit slip",
  titleField: "DepositSlipID",
  page: "/finance-management?tab=cheques",
  requiresScopeAll: true,
  verbs: ["list", "create"],
  input: {
    AccountID: ref(account, "Account is required"),
    Date: day("Date is required"),
    ChequeIDs: field(
      z
        .array(z.int(chooseMessage).min(1, chooseMessage), chooseMessage)
        .min(1, chooseMessage)
        .max(500, "At most 500 cheques"),
      { kind: "list", target: cheque },
    ),
  },
  serverFields: { Amount: rupees("Amount"), CreatedAt: instant() },
  joins: { AccountName: join("AccountID", account, "AccountName") },
  searchFields: ["AccountName", "Amount"],
  namePrefix: "DS-",
  sortFields: ["Date", "Amount"],
  filters: { year: inYear("Date") },
  monthLock: { dayFields: ["Date"], exemptFields: [] },
});

/** The number of a deposit slip as shown to users: DS-12. */
export function depositSlipName({ DepositSlipID }: Pick<RowOf<typeof depositSlip>, "DepositSlipID">): string {
  return `DS-${DepositSlipID}`;
}
