import { useEffect, useState } from "react";
import { type PrintJob, setReceiptPrinter } from "./receiptPrintJobs.ts";

/** Prints the receipts of printReceipt(); mounted once. */
export function ReceiptPrinter() {
  const [job, setJob] = useState<PrintJob>();
  useEffect(() => setReceiptPrinter(setJob), []);
  return job && <job.Printout key={job.jobId} job={job} onPrinted={() => setJob(undefined)} />;
}
