import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { readLetterhead } from "../../../shared/endpoints/society.ts";
import { callEndpoint } from "../../api/request.ts";
import { readReceiptPaper } from "../../hooks/preferences.ts";
import { t } from "../../i18n/t.ts";
import { loadDocumentLocale } from "../../resource/export/saveDocument.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { startPrintJob } from "./ReceiptPrinter.tsx";
import type { Receipt } from "./receipt.ts";
import { loadReceiptDocument } from "./saveReceiptPdf.ts";

/** Opens the browser's print dialog with the receipt; on A5 if no paper was chosen. A failure is shown as a toast. */
export async function printReceipt(receipt: Receipt): Promise<void> {
  const paper = readReceiptPaper();
  try {
    const [document, { data: society }, locale, { ReceiptPrintout: Printout }] = await Promise.all([
      loadReceiptDocument(receipt),
      callEndpoint<{ data: SocietyLetterhead }>(readLetterhead),
      loadDocumentLocale(),
      import("./ReceiptPrintout.tsx"),
    ]);
    startPrintJob({ Printout, document, society, locale, paper: paper === "none" ? "A5" : paper });
  } catch {
    showToast({ kind: "error", text: t("The receipt could not be printed") });
  }
}

/** Prints the receipt if a paper was chosen. */
export async function printNewReceipt(receipt: Receipt): Promise<void> {
  if (readReceiptPaper() !== "none") await printReceipt(receipt);
}
