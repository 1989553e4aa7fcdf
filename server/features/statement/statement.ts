import { buildStatement, statementToRupees } from "../../../shared/domain/statement.ts";
import { type StatementRecord, statement, statementPdf } from "../../../shared/endpoints/statement.ts";
import { canSeeRow } from "../../../shared/permissions.ts";
import type { RowOf } from "../../../shared/registry.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { readAtSnapshot } from "../../database/connection.ts";
import type { Store } from "../../database/store.ts";
import { invalidParameter, notFound } from "../../errors.ts";
import { type Call, type CallInput, defineCall } from "../../http/call.ts";
import { parseId } from "../../http/request.ts";
import type { Feature, FeatureServices } from "../feature.ts";
import { renderStatementPdf } from "./pdf.ts";

export const feature: Feature = { connect: (services) => ({ calls: statementCalls(services) }) };

/** The account of one house. */
function statementCalls({ store, society }: FeatureServices): Call[] {
  return [
    defineCall(statement, async (asked) => ({ success: true, message: "", data: await readStatement(asked) })),
    defineCall(statementPdf, async (asked) => {
      const told = await readStatement(asked);
      // The document always names a period; an empty account starts on its last day.
      const from = told.from ?? told.entries[0]?.Date ?? told.to;
      return {
        success: true,
        file: await renderStatementPdf({
          statement: { ...told, from },
          society: society.name,
          issuedOn: asked.ctx.today,
        }),
      };
    }),
  ];

  async function readStatement({ ctx: { viewer, today }, params, query }: StatementRequest): Promise<StatementRecord> {
    const { from, to = today } = query;
    if (from !== undefined && to < from) throw invalidParameter(query.to === undefined ? "from" : "to");
    const house = await store.get(plot, parseId(plot, params.PlotID));
    if (!house || !canSeeRow(viewer, plot, house)) throw notFound(plot.label);
    const { PlotID, HouseNo, OwnerName } = house;
    const told = statementToRupees(buildStatement({ ...(await readAccount(store, PlotID)), from, to }));
    return { PlotID, HouseNo, OwnerName, from: from ?? null, to, ...told };
  }
}

interface StatementRequest extends Pick<CallInput, "ctx" | "params"> {
  query: { from?: string; to?: string };
}

interface HouseAccount {
  rows: RowOf<typeof paymentSchedule>[];
  receipts: RowOf<typeof paymentReceipt>[];
}

/** Reads both at one snapshot, so that no payment is in only one of them. */
async function readAccount(store: Store, PlotID: number): Promise<HouseAccount> {
  const books: HouseAccount = { rows: [], receipts: [] };
  await readAtSnapshot(store.connection, async (session) => {
    books.rows = await store.find(paymentSchedule, { PlotID }, { session });
    books.receipts = await store.find(paymentReceipt, { PlotID, VoidedAt: null }, { session });
  });
  return books;
}
