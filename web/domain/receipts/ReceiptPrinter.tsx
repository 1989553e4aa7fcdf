import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../../hooks/lazyPart.ts";
import { type PrintJob, setReceiptPrinter } from "./receiptPrintJobs.ts";

const ReceiptPrintout = lazyPart(async () => (await import("./ReceiptPrintout.tsx")).ReceiptPrintout);

/** Prints the receipts of printReceipt(); mounted once. */
export function ReceiptPrinter() {
  const [job, setJob] = useState<PrintJob>();
  useEffect(() => setReceiptPrinter(setJob), []);
  if (!job) return null;
  return (
    <Suspense>
      <ReceiptPrintout key={job.jobId} job={job} onPrinted={() => setJob(undefined)} />
    </Suspense>
  );
}
