import { type ComponentType, useEffect, useState } from "react";
import type { DocumentLocale } from "../../../shared/documents/locale.ts";
import type { ReceiptDocument } from "../../../shared/documents/payment-receipt.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import type { ReceiptPaper } from "../../hooks/preferences.ts";

/** A receipt to print, with everything that was loaded for it. */
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
let renderJob: (job: PrintJob) => void = () => undefined;

/** Prints the receipts of printReceipt(); mounted once. */
export function ReceiptPrinter() {
  const [job, setJob] = useState<PrintJob>();
  useEffect(() => {
    renderJob = setJob;
  }, []);
  return job && <job.Printout key={job.jobId} job={job} onPrinted={() => setJob(undefined)} />;
}

/** Prints a receipt in the mounted ReceiptPrinter. */
export function startPrintJob(job: Omit<PrintJob, "jobId">): void {
  lastJobId++;
  renderJob({ jobId: lastJobId, ...job });
}
