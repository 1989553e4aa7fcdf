import { z } from "zod";
import { cashBookKinds } from "../domain/cash-book.ts";
import { account } from "../resources/account.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParameter, optionalDayParameter } from "./query-parameters.ts";

/** The cash book of an account, amounts in rupees. */
export const cashBookRecord = z.object({
  AccountID: z.int(),
  AccountName: z.string(),
  from: z.string(),
  to: z.string(),
  /** The balance before `from`. */
  opening: z.number(),
  /** By day. `Balance` is the balance of the account after the entry. */
  entries: z.array(
    z.object({
      Date: z.string(),
      Kind: z.enum(cashBookKinds),
      No: z.string().meta({ description: "The number of the record as users know it, for example R-12" }),
      Text: z.string().meta({ description: "House, payer, payee or the other account" }),
      In: z.number(),
      Out: z.number(),
      Balance: z.number(),
      ID: z.int().meta({ description: "The id of the record" }),
    }),
  ),
  in: z.number(),
  out: z.number(),
  closing: z.number(),
  next: z.string().nullable().meta({ description: "The first day whose entries the limit leaves out; null for none" }),
});

export type CashBookRecord = z.output<typeof cashBookRecord>;

export const cashBook = defineEndpoint({
  path: "/cash-book",
  guard: { page: "/finance-management?tab=cash-book", flag: "CanView" },
  requiresScopeAll: true,
  summary: "What entered and left an account by day, with opening, running and closing balance",
  query: z.object({
    /** The AccountID; the cash account if left out. */
    account: idParameter().optional(),
    /** Society days, both included; today if left out. */
    from: optionalDayParameter(),
    to: optionalDayParameter(),
    /**
     * Days with entries are added until there are at least this many entries; all if left out. The sums cover all days.
     */
    limit: idParameter().optional(),
  }),
  response: z.object({ data: cashBookRecord }),
  errorStatuses: [404],
});

export const accountBalances = defineEndpoint({
  path: "/cash-book/balances",
  guard: account.guards.list,
  requiresScopeAll: true,
  summary: "The balance of each account at the end of today",
  response: z.object({ data: z.array(z.object({ AccountID: z.int(), Balance: z.number() })) }),
});
