import type { DocumentCodePayload } from "../../shared/domain/document-code.ts";
import { type Bill, billName } from "../../shared/resources/bill.ts";
import { type Certificate, certificateName } from "../../shared/resources/certificate.ts";
import { type DayClose, dayCloseName } from "../../shared/resources/day-close.ts";
import { type Receipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import type { DocumentCodes } from "../access/document-codes.ts";

/** The content of the code of a receipt. */
export function receiptPayload(receipt: Receipt): DocumentCodePayload {
  const { HouseNo: h, AmountPaid: a, PaymentDate: d, PaymentReceiptID: i } = receipt;
  return { t: "receipt", n: receiptName(receipt), h, a, d, i };
}

/** The content of the code of a bill. */
export function billPayload(row: Bill): DocumentCodePayload {
  const { HouseNo: h, AmountWithin: a, IssuedOn: d, BillID: i } = row;
  return { t: "bill", n: billName(row), h, a, d, i };
}

/** The content of the code of a certificate, which has no amount. */
export function certificatePayload(row: Certificate): DocumentCodePayload {
  const { HouseNo: h, IssuedOn: d, CertificateID: i } = row;
  return { t: "certificate", n: certificateName(row), h, a: 0, d, i };
}

/** The content of the code of a day close, with the counted cash of all drawers and without a house. */
export function dayClosePayload(row: DayClose): DocumentCodePayload {
  const { Counted: a, Date: d, DayCloseID: i } = row;
  return { t: "day-close", n: dayCloseName(row), h: "", a, d, i };
}

/** Creates a function that signs a payload and returns the URL that the document shows as QR code. */
export async function createCodeUrlSigner({
  documentCodes,
  baseUrl,
}: CodeServices): Promise<(payload: DocumentCodePayload) => string> {
  const sign = await documentCodes.createSigner();
  return (payload) => `${baseUrl()}/check#${sign(payload)}`;
}

/** The services that create the code of a document. */
export interface CodeServices {
  documentCodes: DocumentCodes;
  baseUrl: () => string;
}
