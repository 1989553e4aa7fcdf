import { depositSlipFileName } from "../../../shared/documents/deposit-slip.ts";
import { depositSlipPdf } from "../../../shared/endpoints/cheque.ts";
import { createMessage } from "../../../shared/messages.ts";
import { toRupees } from "../../../shared/money.ts";
import { account } from "../../../shared/resources/account.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import { depositSlip, depositSlipName } from "../../../shared/resources/deposit-slip.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { inArray } from "../../database/store.ts";
import { notFound } from "../../errors.ts";
import type { EndpointHandler } from "../../http/endpoint-handler.ts";
import { parseId } from "../../http/request.ts";
import { defineResourceHandlers } from "../../http/resource-handlers.ts";
import { depositCheques } from "../../services/cheque-steps.ts";
import { definePdfHandler } from "../define-pdf-handler.ts";
import type { Feature, FeatureServices } from "../feature.ts";

/** Deposits cheques with a deposit slip, which can be printed for the bank. */
export const feature: Feature = {
  resourceHandlers: defineResourceHandlers(depositSlip, {
    openapi: { createErrors: [409] },
    createRequiresScopeAll: true,
    createRow: depositCheques,
    createdMessage: (row) => createMessage("deposit-slip-saved", { slip: depositSlipName(row) }),
  }),
  initialize: (services) => ({ endpointHandlers: [createPdfHandler(services)] }),
};

function createPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, referenceCache } = services;
  return definePdfHandler(depositSlipPdf, services, async ({ today, params, query: { lang } }) => {
    const slip = await store.get(depositSlip, parseId(depositSlip, params.DepositSlipID));
    if (!slip) throw notFound(depositSlip.label);
    const rows = await store.find(cheque, { ChequeID: inArray(slip.ChequeIDs) });
    const document = {
      DepositSlipID: slip.DepositSlipID,
      AccountName: referenceCache.get(account, slip.AccountID)?.AccountName ?? "",
      Date: slip.Date,
      Amount: toRupees(slip.Amount),
      cheques: rows.map((row) => ({
        ...row,
        HouseNo: referenceCache.get(plot, row.PlotID)?.HouseNo ?? "",
        Amount: toRupees(row.Amount),
      })),
    };
    const filename = depositSlipFileName(slip);
    return { kind: "deposit-slip", document, language: lang, issuedOn: today, filename };
  });
}
