import { cashBookToRupees } from "../../../shared/domain/cash-book.ts";
import { accountBalances, cashBook } from "../../../shared/endpoints/cash-book.ts";
import { toRupees } from "../../../shared/money.ts";
import { can } from "../../../shared/permissions.ts";
import { account, cashAccountId } from "../../../shared/resources/account.ts";
import { readAtSnapshot } from "../../database/connection.ts";
import { invalidParameter, notFound } from "../../errors.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { readBalances, readCashBook } from "../../services/cash-book.ts";
import { cashBookResourceNames } from "../../services/cash-book-sources.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: initializeCashBook };

/** The cash books of the accounts, read at one snapshot, and a live query that signals when one of them has changed. */
function initializeCashBook({ store, referenceCache }: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(cashBook, async ({ ctx: { today }, query }) => {
        const { account: AccountID = cashAccountId, limit } = query;
        const to = query.to ?? query.from ?? today;
        const from = query.from ?? to;
        if (to < from) throw invalidParameter(query.to === undefined ? "from" : "to");
        const { result: data } = await readAtSnapshot(store.connection, async (session) => {
          const row = await store.get(account, AccountID, session);
          if (!row) throw notFound(account.label);
          const contents = await readCashBook({ store, referenceCache, session }, row, { from, to, limit });
          return { AccountID, AccountName: row.AccountName, from, to, ...cashBookToRupees(contents) };
        });
        return { data };
      }),
      defineEndpointHandler(accountBalances, async ({ ctx: { today } }) => {
        const { result: balances } = await readAtSnapshot(store.connection, async (session) =>
          readBalances({ store, referenceCache, session }, await store.find(account, {}, { session }), today),
        );
        const data = balances.map(({ AccountID, Balance }) => ({ AccountID, Balance: toRupees(Balance) }));
        return { data };
      }),
    ],
    liveQueries: [
      {
        name: "cash-book",
        dependsOnDay: true,
        isAffectedBy: (changes) => changes.some(({ resource }) => cashBookResourceNames.includes(resource)),
        canSubscribe: (viewer) =>
          can(viewer, account.guards.list) ||
          can(viewer, { page: "/finance-management?tab=cash-book", flag: "CanView" }),
        send: async (_viewer, emit) => emit("resync", { resources: ["cash-book"] }),
      },
    ],
  };
}
