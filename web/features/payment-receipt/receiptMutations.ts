import { ApiError } from "../../api/request.ts";
import { withConcurrentPayment } from "../../domain/receipts/withConcurrentPayment.ts";
import { t } from "../../i18n/t.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { Receipt } from "./useReceiptFilters.ts";

interface ReceiptMutations {
  create: (body: unknown) => Promise<{ message: string; data: Receipt }>;
  update: (record: Receipt, patch: Partial<Receipt>) => Promise<{ message: string; data: Receipt }>;
  remove: (record: Receipt) => Promise<string>;
}

/** The same saves, each telling when it fails; the reason shows where the save was asked for. */
export function withErrorToasts({ create, update, remove }: ReceiptMutations): ReceiptMutations {
  return {
    create: (body) => create(body).then(withConcurrentPayment, showErrorToast(t("Error adding receipt"))),
    update: (record, patch) => update(record, patch).catch(showErrorToast(t("Error updating receipt"))),
    remove: (record) => remove(record).catch(showErrorToast(t("Error deleting receipt"))),
  };
}

function showErrorToast(text: string) {
  return (problem: unknown): never => {
    // A change of a colleague's in between is taken in, or asked about.
    if (!(problem instanceof ApiError && problem.concurrentEdits)) showToast({ kind: "error", text });
    throw problem;
  };
}
