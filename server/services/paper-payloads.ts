import type { PaperPayload } from "../../shared/domain/paper-code.ts";
import type { RowOf } from "../../shared/registry.ts";
import { type bill, billName } from "../../shared/resources/bill.ts";
import { type Certificate, certificateName } from "../../shared/resources/certificate.ts";
import { type DayClose, dayCloseName } from "../../shared/resources/day-close.ts";
import { type paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import type { PaperCodes } from "../access/paper-codes.ts";

/** What the code of a receipt says. */
export function receiptPayload(receipt: RowOf<typeof paymentReceipt>): PaperPayload {
  const { HouseNo: h, AmountPaid: a, PaymentDate: d, PaymentReceiptID: i } = receipt;
  return { t: "receipt", n: receiptName(receipt), h, a, d, i };
}

/** What the code of a bill says. */
export function billPayload(row: RowOf<typeof bill>): PaperPayload {
  const { HouseNo: h, AmountWithin: a, IssuedOn: d, BillID: i } = row;
  return { t: "bill", n: billName(row), h, a, d, i };
}

/** What the code of a certificate says. It has no amount. */
export function certificatePayload(row: Certificate): PaperPayload {
  const { HouseNo: h, IssuedOn: d, CertificateID: i } = row;
  return { t: "certificate", n: certificateName(row), h, a: 0, d, i };
}

/** What the code of a day close says: the counted cash of all drawers. It belongs to no house. */
export function dayClosePayload(row: DayClose): PaperPayload {
  const { Counted: a, Date: d, DayCloseID: i } = row;
  return { t: "day-close", n: dayCloseName(row), h: "", a, d, i };
}

/** Signs codes and returns their addresses, which papers show as QR codes. */
export async function createCodeUrlSigner({
  paperCodes,
  baseUrl,
}: CodeServices): Promise<(payload: PaperPayload) => string> {
  const sign = await paperCodes.createSigner();
  return (payload) => `${baseUrl()}/check#${sign(payload)}`;
}

export interface CodeServices {
  paperCodes: PaperCodes;
  baseUrl: () => string;
}
