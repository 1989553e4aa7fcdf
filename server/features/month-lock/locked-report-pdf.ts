import { monthOf, societyDayAt } from "../../../shared/dates.ts";
import { reportFileName } from "../../../shared/documents/month-report.ts";
import type { Viewer } from "../../../shared/permissions.ts";
import { monthReport } from "../../../shared/resources/month-report.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import { runWithPdfRenderer } from "../../documents/pdf-queue.ts";
import type { PdfRequest } from "../../documents/pdf-renderer.ts";
import { notFound } from "../../errors.ts";
import type { SentFile } from "../../http/endpoint-handler.ts";
import {
  findLockedReport,
  type LockedReportRow,
  readLockedReport,
  storeLockedReportPdf,
} from "../../services/locked-reports.ts";
import { toLetterhead } from "../../services/society.ts";
import type { FeatureServices } from "../feature.ts";

type PdfRenderer = (request: PdfRequest) => Promise<Uint8Array>;

/** The PDFs of locked reports. A PDF is rendered once and stored, so that it is always the same file. */
export function createLockedReportPdfs({ store, secretStore, readSociety, changeStream }: FeatureServices) {
  return {
    /** Renders the locked reports that have no PDF yet. */
    async renderMissing(ctx: RequestContext): Promise<void> {
      for (const row of await store.find(monthReport, { UnlockedAt: null }))
        if ((await readLockedReport(secretStore, row)).pdf === undefined)
          await runWithPdfRenderer(ctx.viewer.UserID, (render) => readOrRender(ctx, { row, render }));
    },

    /** The PDF of a locked month, YYYY-MM. Throws 404 for a month without a locked report. */
    read(
      ctx: RequestContext,
      { month, reauthorize }: { month: string; reauthorize: () => Promise<Viewer> },
    ): Promise<SentFile> {
      return runWithPdfRenderer(ctx.viewer.UserID, async (render) => {
        await reauthorize();
        await changeStream.waitForOwnCommits([monthReport.name]);
        const row = await findLockedReport(store, month);
        if (!row) throw notFound(monthReport.label);
        const pdf = await readOrRender(ctx, { row, render });
        const filename = `${reportFileName(monthOf(month))}.pdf`;
        return { filename, contentType: "application/pdf", content: Buffer.from(pdf, "base64") };
      });
    },
  };

  /** The PDF in base64. If several servers render it at the same time, all return the file of the first. */
  async function readOrRender(
    ctx: RequestContext,
    { row, render }: { row: LockedReportRow; render: PdfRenderer },
  ): Promise<string> {
    const { document, pdf } = await readLockedReport(secretStore, row);
    if (pdf !== undefined) return pdf;
    const issuedOn = societyDayAt(new Date(row.LockedAt));
    const bytes = await render({ kind: "report", document, society: toLetterhead(readSociety()), issuedOn });
    const rendered = Buffer.from(bytes).toString("base64");
    return ctx.detached().transaction((tx) => storeLockedReportPdf(tx, row, rendered));
  }
}
