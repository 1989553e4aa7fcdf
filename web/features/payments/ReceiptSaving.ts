import type { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import type { useResource } from "../../lib/useResource.ts";
import { showToast } from "../../ui/Toast.tsx";
import type { Receipt } from "./ReceiptFilter.ts";

type List = Pick<
  ReturnType<typeof useResource<never, Receipt, never, typeof paymentReceipt>>,
  "create" | "update" | "remove"
>;

/** The same saves, each telling when it fails; the reason shows where the save was asked for. */
export function toldSaves({ create, update, remove }: List): List {
  return {
    create: (body) => create(body).catch(tell("Error adding receipt")),
    update: (record, patch) => update(record, patch).catch(tell("Error updating receipt")),
    remove: (record) => remove(record).catch(tell("Error deleting receipt")),
  };
}

function tell(text: string) {
  return (problem: unknown): never => {
    showToast({ kind: "error", text });
    throw problem;
  };
}
