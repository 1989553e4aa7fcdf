import { z } from "zod";
import type { InputOf, RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord } from "./reply.ts";

export type Receipt = RecordOf<typeof paymentReceipt>;

type ReceiptForm = InputOf<typeof paymentReceipt>;

/** The form of a receipt, by default of A-1 with Rs 2,500 in cash on 14 November 2026. */
export function receiptForm(values: Partial<ReceiptForm>): ReceiptForm {
  return {
    HouseNo: "A-1",
    AmountPaid: 2500,
    PaymentDate: "2026-11-14",
    PaymentMethod: "Cash",
    Remarks: "",
    ...values,
  };
}

/** Creates a receipt with these values of the form. */
export async function createReceipt(person: Person, values: Partial<ReceiptForm>): Promise<Receipt> {
  return parseRecord(paymentReceipt, await person.post("/payment-receipt", receiptForm(values)));
}

export async function readReceipt(
  person: Person,
  { PaymentReceiptID }: Pick<Receipt, "PaymentReceiptID">,
): Promise<Receipt> {
  return parseRecord(paymentReceipt, await person.get(`/payment-receipt/${PaymentReceiptID}`));
}

export async function voidReceipt(
  person: Person,
  { PaymentReceiptID }: Pick<Receipt, "PaymentReceiptID">,
): Promise<void> {
  assertOk(await person.delete(`/payment-receipt/${PaymentReceiptID}`));
}

/** The URL in the QR code of a receipt. */
export async function readReceiptCodeUrl(
  person: Person,
  { PaymentReceiptID }: Pick<Receipt, "PaymentReceiptID">,
): Promise<string> {
  const { data } = assertOk(await person.get(`/payment-receipt/${PaymentReceiptID}/code`)).body;
  return z.object({ url: z.string() }).parse(data).url;
}
