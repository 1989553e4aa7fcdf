import type { ComponentType } from "react";
import type { DocumentLocale } from "../../../shared/documents/locale.ts";
import type { ReceiptDocument } from "../../../shared/documents/payment-receipt.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import type { ReceiptPaper } from "../../hooks/preferences.ts";

/** A receipt to print. Jobs connect printReceipt() to the ReceiptPrinter of the layout, which renders them. */
export interface PrintJob {
  /** Different for each job: the React key. */
  jobId: number;
  document: ReceiptDocument;
  society: SocietyLetterhead;
  /** Undefined for English. */
  locale: DocumentLocale | undefined;
  paper: ReceiptPaper;
  Printout: ComponentType<{ job: PrintJob; onPrinted: () => void }>;
}

let lastJobId = 0;
let printJob: (job: PrintJob) => void = () => undefined;

/** Registers the function that prints the jobs. */
export function setReceiptPrinter(print: (job: PrintJob) => void): void {
  printJob = print;
}

export function startPrintJob(job: Omit<PrintJob, "jobId">): void {
  lastJobId++;
  printJob({ jobId: lastJobId, ...job });
}
