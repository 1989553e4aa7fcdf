import { atom, useAtom } from "jotai";
import { atomWithStorage } from "jotai/utils";
import type { DocumentLocale } from "../../../shared/documents/locale.ts";
import type { ReceiptDocument } from "../../../shared/documents/payment-receipt.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { readLetterhead } from "../../../shared/endpoints/society.ts";
import { callEndpoint } from "../../api/request.ts";
import { store } from "../../hooks/store.ts";
import { t } from "../../i18n/t.ts";
import { loadDocumentLocale } from "../../resource/export/saveDocument.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { Receipt } from "./receipt.ts";
import { loadReceiptDocument } from "./saveReceiptPdf.ts";

/** A roll of 80 mm, or a sheet of A5. */
export type ReceiptPaper = "80mm" | "A5";

export interface PrintJob {
  /** Different for each job: the React key. */
  serial: number;
  document: ReceiptDocument;
  society: SocietyLetterhead;
  /** Undefined for English. */
  locale: DocumentLocale | undefined;
  paper: ReceiptPaper;
}

/** The receipt that is being printed; ReceiptPrinter renders and prints it. */
export const printJobAtom = atom<PrintJob | undefined>(undefined);

const paperAtom = atomWithStorage<ReceiptPaper | "none">("receiptPaper", "80mm", undefined, { getOnInit: true });
let lastSerial = 0;

/** The paper for printed receipts, kept on this device; "none" prints only on request. */
export function useReceiptPaper() {
  return useAtom(paperAtom, { store });
}

/** Opens the browser's print dialog with the receipt; on A5 if no paper was chosen. A failure is shown as a toast. */
export async function printReceipt(receipt: Receipt): Promise<void> {
  const paper = store.get(paperAtom);
  try {
    const [document, { data: society }, locale] = await Promise.all([
      loadReceiptDocument(receipt),
      callEndpoint<{ data: SocietyLetterhead }>(readLetterhead),
      loadDocumentLocale(),
    ]);
    lastSerial++;
    store.set(printJobAtom, { serial: lastSerial, document, society, locale, paper: paper === "none" ? "A5" : paper });
  } catch {
    showToast({ kind: "error", text: t("The receipt could not be printed") });
  }
}

/** Prints the receipt if a paper was chosen. */
export async function printNewReceipt(receipt: Receipt): Promise<void> {
  if (store.get(paperAtom) !== "none") await printReceipt(receipt);
}
