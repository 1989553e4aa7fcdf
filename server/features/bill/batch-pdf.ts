import { once } from "node:events";
import { PassThrough } from "node:stream";
import { billBatchPdf } from "../../../shared/endpoints/bill.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { renderBillBatch } from "../../documents/bill-batch.ts";
import { invalidParameter, notFound } from "../../errors.ts";
import { defineEndpointHandler, type EndpointHandler } from "../../http/endpoint-handler.ts";
import { startRun } from "../../services/run-progress.ts";
import { toLetterhead } from "../../services/society.ts";
import type { FeatureServices } from "../feature.ts";
import { toBillDocuments } from "./bill-document.ts";

/** Limits the memory for a client that reads slowly: about 6 kB per bill. */
const maxBills = 5_000;

/**
 * The issued bills of a month, of all houses or of a category, as one PDF that is sent while it is rendered. Its
 * progress is recorded as a run. Throws 404 if there is no such bill, and 400 for more than `maxBills`.
 */
export function createBatchPdfHandler(services: FeatureServices): EndpointHandler {
  const { store, readSociety, changeStream } = services;
  return defineEndpointHandler(billBatchPdf, async ({ ctx, query, reauthorize }) => {
    const { month: Month, year: Year, category: CategoryID, copies, lang } = query;
    await changeStream.waitForOwnCommits([bill.name]);
    const filter = { Year, Month, State: "issued", ...(CategoryID === undefined ? {} : { CategoryID }) };
    const bills = await store.find(bill, filter, { sort: { BillNo: 1 }, limit: maxBills + 1 });
    if (bills.length === 0) throw notFound(bill.label);
    if (bills.length > maxBills) throw invalidParameter("category");
    const run = await startRun(ctx, { Kind: "bill-print", Total: bills.length });
    const content = new PassThrough();
    // The error is handled by `rendering`, which rejects with it.
    content.on("error", () => undefined);
    const stopped = new AbortController();
    content.once("close", () => stopped.abort());
    const rendering = render();
    // Until the first part is sent, an error can still be answered with an error status.
    await Promise.race([once(content, "readable"), rendering]);
    return { file: { filename: `bills_${Month}_${Year}.pdf`, contentType: "application/pdf", content } };

    async function render(): Promise<void> {
      try {
        const request = {
          kind: "bills" as const,
          bills: await toBillDocuments(services, bills),
          copies,
          language: lang,
          society: toLetterhead(readSociety()),
          issuedOn: ctx.today,
        };
        const onPart = async ({ bytes, finished }: { bytes: Uint8Array; finished: number }) => {
          // Rights may have been withdrawn while the file waited for its turn or was rendered.
          await reauthorize();
          content.write(bytes);
          run.setProgress(finished);
        };
        await renderBillBatch(request, { onPart, signal: stopped.signal });
        await run.finish("done");
        content.end();
      } catch (error) {
        await run.finish("failed").catch(() => undefined);
        content.destroy(error instanceof Error ? error : undefined);
        throw error;
      }
    }
  });
}
