import type { RecordOf } from "../../../shared/registry.ts";
import type { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";

/** A receipt as the API sends it, amounts in rupees. */
export type Receipt = RecordOf<typeof paymentReceipt>;
