import { statementInRupees, statementOf } from "../../shared/domain/statement.ts";
import { type StatementRecord, statement, statementPdf } from "../../shared/endpoints/statement.ts";
import { mayHold } from "../../shared/permissions.ts";
import type { RowOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { atSnapshot } from "../database.ts";
import { type Call, type CallInput, defineCall } from "../kernel/feature.ts";
import { idFrom } from "../kernel/ids.ts";
import { notFound, wrongParameter } from "../kernel/refusal.ts";
import type { Store } from "../kernel/store.ts";
import { statementPdfFile } from "../paper/statement-pdf.ts";

/** The account of one house. */
export function statementCalls({ store, society }: StatementParts): Call[] {
  return [
    defineCall(statement, async (asked) => ({ success: true, message: "", data: await read(asked) })),
    defineCall(statementPdf, async (asked) => {
      const told = await read(asked);
      // Paper names the days that it tells of; with nothing in the account it tells of the last one.
      const from = told.from ?? told.entries[0]?.Date ?? told.to;
      return {
        success: true,
        file: await statementPdfFile({ statement: { ...told, from }, society, madeOn: asked.ctx.today }),
      };
    }),
  ];

  async function read({ ctx: { viewer, today }, params, query }: Asked): Promise<StatementRecord> {
    const { from, to = today } = query;
    if (from !== undefined && to < from) throw wrongParameter(query.to === undefined ? "from" : "to");
    const house = await store.get(plot, idFrom(plot, params.PlotID));
    if (!house || !mayHold(viewer, plot, house)) throw notFound(plot.label);
    const { PlotID, HouseNo, OwnerName } = house;
    const told = statementInRupees(statementOf({ ...(await booksOf(store, PlotID)), from, to }));
    return { PlotID, HouseNo, OwnerName, from: from ?? null, to, ...told };
  }
}

interface StatementParts {
  store: Store;
  /** Its name, for the head of the page. */
  society: string;
}

interface Asked extends Pick<CallInput, "ctx" | "params"> {
  query: { from?: string; to?: string };
}

interface HouseBooks {
  rows: RowOf<typeof paymentSchedule>[];
  receipts: RowOf<typeof paymentReceipt>[];
}

/** Both at one moment, so that no payment is in one and not yet in the other. */
async function booksOf(store: Store, PlotID: number): Promise<HouseBooks> {
  const books: HouseBooks = { rows: [], receipts: [] };
  await atSnapshot(store.connection, async (session) => {
    books.rows = await store.find(paymentSchedule, { PlotID }, { session });
    books.receipts = await store.find(paymentReceipt, { PlotID, VoidedAt: null }, { session });
  });
  return books;
}
