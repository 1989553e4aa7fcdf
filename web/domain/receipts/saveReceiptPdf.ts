import type { ReceiptDocument } from "../../../shared/documents/payment-receipt.ts";
import { receiptFileName } from "../../../shared/documents/payment-receipt.ts";
import { receiptCode } from "../../../shared/endpoints/document-code.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { ApiError, callEndpoint, request } from "../../api/request.ts";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import type { Receipt } from "./receipt.ts";

/** Saves a receipt as a PDF file. Throws if the data or code cannot be loaded. */
export async function saveReceiptPdf(receipt: Receipt): Promise<void> {
  const document = await loadReceiptDocument(receipt);
  const { PaymentReceiptID } = receipt;
  const { data } = await callEndpoint<{ data: { url: string } }>(receiptCode, { params: { PaymentReceiptID } });
  await saveDocument({
    fileName: receiptFileName(receipt),
    render: (pdfs, context) => pdfs.createReceiptPdf({ ...document, codeUrl: data.url }, context),
  });
}

/** The receipt with the installments and charges that it pays. Throws an ApiError if they cannot be loaded. */
export async function loadReceiptDocument(receipt: Receipt): Promise<ReceiptDocument> {
  const { PlotID, Allocations } = receipt;
  const hasInstallments = Allocations.some(({ PaymentScheduleID }) => PaymentScheduleID !== undefined);
  const hasCharges = Allocations.some(({ ChargeID }) => ChargeID !== undefined);
  const installments = hasInstallments ? await fetchOfHouse<Installments>(paymentSchedule.name, PlotID) : [];
  const charges = hasCharges ? await fetchOfHouse<Charges>(adjustment.name, PlotID) : [];
  return { receipt, installments, charges };
}

type Installments = ReceiptDocument["installments"];
type Charges = ReceiptDocument["charges"];

/** All records of the house, of every year, because a receipt may pay old ones; empty if the user may not see them. */
async function fetchOfHouse<List extends Installments | Charges>(name: string, PlotID: number): Promise<List | []> {
  try {
    const { data } = await request<{ data: List }>({ method: "get", path: `/${name}?plot=${PlotID}` });
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}
