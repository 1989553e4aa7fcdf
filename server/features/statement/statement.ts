import type { Day } from "../../../shared/dates.ts";
import { statementFileName } from "../../../shared/documents/statement.ts";
import { buildStatement, statementToRupees } from "../../../shared/domain/statement.ts";
import { type StatementRecord, statement, statementPdf } from "../../../shared/endpoints/statement.ts";
import type { Viewer } from "../../../shared/permissions.ts";
import { type Adjustment, adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentReceipt, type Receipt } from "../../../shared/resources/payment-receipt.ts";
import { type Installment, paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { readAtSnapshot } from "../../database/connection.ts";
import type { Store } from "../../database/store.ts";
import { invalidParameter } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler, type EndpointRequest } from "../../http/endpoint-handler.ts";
import { readOwnerNames } from "../../services/ownership.ts";
import { isCountedAdjustment, isCountedInstallment } from "../../services/running-totals.ts";
import { isValidRow } from "../../services/valid-rows.ts";
import { readVisibleRow } from "../../services/visible-rows.ts";
import { definePdfHandler } from "../define-pdf-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";

export const feature: Feature = { initialize: (services) => ({ endpointHandlers: createStatementHandlers(services) }) };

/** The statement of a house, as JSON and as PDF. */
function createStatementHandlers(services: FeatureServices): EndpointHandler[] {
  const { store } = services;
  return [
    defineEndpointHandler(statement, async ({ ctx: { viewer, today }, params, query }) => ({
      data: await readStatement({ viewer, today, params, query }),
    })),
    definePdfHandler(statementPdf, services, async ({ viewer, today, params, query }) => {
      const record = await readStatement({ viewer, today, params, query });
      const { HouseNo, OwnerName, to, opening, entries, charged, paid, closing } = record;
      // The document needs a first day: the requested one, else the day of the first entry, else the last day.
      const from = record.from ?? entries[0]?.Date ?? to;
      const document = { HouseNo, OwnerName, from, to, opening, entries, charged, paid, closing };
      return { kind: "statement", document, issuedOn: today, filename: statementFileName(document) };
    }),
  ];

  async function readStatement({ viewer, today, params, query }: StatementRequest): Promise<StatementRecord> {
    const { to = today } = query;
    if (query.from !== undefined && to < query.from) throw invalidParameter(query.to === undefined ? "from" : "to");
    const house = await readVisibleRow(store, { viewer, resource: plot, id: params.PlotID });
    const { PlotID, HouseNo } = house;
    // A resident's statement opens with one balance for the time before their ownership.
    const ownedFrom = viewer.ownedFrom.get(PlotID);
    if (ownedFrom !== undefined && to < ownedFrom) throw invalidParameter("to");
    const from = ownedFrom !== undefined && ownedFrom > (query.from ?? "") ? ownedFrom : query.from;
    const OwnerName = (await readOwnerNames(store, [{ house, day: to }]))(house, to);
    const houseRows = await readHouseRows(store, PlotID);
    const contents = statementToRupees(buildStatement({ PlotID, ...houseRows, from, to }));
    return { PlotID, HouseNo, OwnerName, from: from ?? null, to, ...contents };
  }
}

interface StatementRequest extends Pick<EndpointRequest, "params"> {
  viewer: Viewer;
  /** Society day. */
  today: Day;
  query: { from?: string; to?: string };
}

interface HouseRows {
  installments: Installment[];
  receipts: Receipt[];
  adjustments: Adjustment[];
}

/** Reads from one snapshot, so that a payment is either in all of these rows or in none. */
async function readHouseRows(store: Store, PlotID: number): Promise<HouseRows> {
  const ofHouse = { $or: [{ PlotID }, { SettledPlotID: PlotID }] };
  const { result } = await readAtSnapshot(store.connection, async (session) => ({
    installments: (await store.find(paymentSchedule, { PlotID }, { session })).filter(isCountedInstallment),
    receipts: (await store.find(paymentReceipt, { PlotID, VoidedAt: null }, { session })).filter((row) =>
      isValidRow(paymentReceipt, row),
    ),
    adjustments: (await store.find(adjustment, { ...ofHouse, VoidedAt: null }, { session })).filter(
      isCountedAdjustment,
    ),
  }));
  return result;
}
