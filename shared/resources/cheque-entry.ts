import { chequeStates } from "../domain/cheques.ts";
import { day, instant, integer, nullableRupees, oneOf, optionalText, ref, rupees } from "../fields.ts";
import { defineResource, type RowOf } from "../registry.ts";
import { optionalAccount } from "./account.ts";
import { cheque } from "./cheque.ts";

/**
 * The steps of cheques, one row per step. Deposits and bounces are entries of the cash book. Voiding a receipt removes
 * the entries of its cheque.
 */
export const chequeEntry = defineResource({
  name: "cheque-entry",
  idField: "ChequeEntryID",
  label: "Cheque entry",
  titleField: "ChequeEntryID",
  page: "/finance-management?tab=cheques",
  verbs: [],
  input: {},
  serverFields: {
    ChequeID: ref(cheque, "Cheque"),
    /** The state of the cheque after the step. */
    State: oneOf(chequeStates, "State"),
    Date: day("Date"),
    Amount: rupees("Amount"),
    /** The account that a deposit pays into, or that a bounce takes the money out of. */
    AccountID: optionalAccount(),
    DepositSlipID: integer({ min: 1, message: "Deposit slip" }).nullable(),
    /** Why the bank did not pay a bounced cheque. */
    Reason: optionalText(),
    /** The fee that the house was charged for a bounced cheque. */
    Fee: nullableRupees("Fee"),
    CreatedAt: instant(),
  },
  internal: true,
  monthLock: { dayFields: ["Date"], exemptFields: [] },
  indexes: [["ChequeID"], ["AccountID", "State", "Date"]],
});

export type ChequeEntry = RowOf<typeof chequeEntry>;
