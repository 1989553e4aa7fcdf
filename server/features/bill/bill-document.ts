import type { BillDocument } from "../../../shared/documents/bill.ts";
import { toRupees } from "../../../shared/money.ts";
import type { Bill } from "../../../shared/resources/bill.ts";
import { billPayload, type CodeServices, createCodeUrlSigner } from "../../services/document-code-payloads.ts";

/** The content of printed bills: amounts in rupees, and the URL of the QR code. */
export async function toBillDocuments(services: CodeServices, rows: readonly Bill[]): Promise<BillDocument[]> {
  const sign = await createCodeUrlSigner(services);
  return rows.map((row) => {
    const { BillNo, HouseNo, OwnerName, ConsumerNo, Month, Year, IssuedOn, DueDate, PenaltyFrom, State } = row;
    return {
      ...{ BillNo, HouseNo, OwnerName, ConsumerNo, Month, Year, IssuedOn, DueDate, PenaltyFrom, State },
      Arrears: toRupees(row.Arrears),
      AmountWithin: toRupees(row.AmountWithin),
      AmountAfter: toRupees(row.AmountAfter),
      Items: row.Items.map((item) => ({ ...item, Amount: toRupees(item.Amount) })),
      codeUrl: sign(billPayload(row)),
    };
  });
}
