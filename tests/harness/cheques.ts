import type { InputOf, RecordOf } from "../../shared/registry.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord } from "./reply.ts";

let chequeCount = 0;

/**
 * Creates a receipt by cheque, by default Rs 1,000 of A-1 on 14 November 2026 with a new number; returns the cheque.
 */
export async function addCheque(
  person: Person,
  values: Partial<InputOf<typeof paymentReceipt>> = {},
): Promise<RecordOf<typeof cheque>> {
  const form = {
    HouseNo: "A-1",
    AmountPaid: 1000,
    PaymentDate: "2026-11-14",
    PaymentMethod: "Cheque",
    ChequeNo: String(700_000 + ++chequeCount),
    BankName: "HBL",
    ChequeDate: "2026-10-01",
  };
  const { PaymentReceiptID } = parseRecord(
    paymentReceipt,
    await person.post("/payment-receipt", { ...form, ...values }),
  );
  return readCheque(person, PaymentReceiptID);
}

export async function readCheque(person: Person, PaymentReceiptID: number): Promise<RecordOf<typeof cheque>> {
  const [row] = await person.list(cheque, `?PaymentReceiptID=${PaymentReceiptID}`);
  if (!row) throw new Error(`Receipt ${PaymentReceiptID} has no cheque`);
  return row;
}

/** Adds a cheque and deposits it on 15 November 2026 in the cash account; returns its id. */
export async function depositCheque(
  person: Person,
  values: Partial<InputOf<typeof paymentReceipt>> = {},
): Promise<number> {
  const { ChequeID } = await addCheque(person, values);
  assertOk(await person.post("/deposit-slip", { AccountID: 1, Date: "2026-11-15", ChequeIDs: [ChequeID] }));
  return ChequeID;
}
