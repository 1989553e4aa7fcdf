import { lazy, Suspense, useEffect, useState } from "react";
import { type PrintJob, setReceiptPrinter } from "./receiptPrintJobs.ts";

const ReceiptPrintout = lazy(async () => ({ default: (await import("./ReceiptPrintout.tsx")).ReceiptPrintout }));

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
