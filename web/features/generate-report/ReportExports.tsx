import { reportFileName, reportSpreadsheet } from "../../../shared/documents/month-report.ts";
import { translateDocumentText } from "../../i18n/documentText.ts";
import { t } from "../../i18n/t.ts";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { saveSpreadsheet } from "../../resource/export/saveSpreadsheet.ts";
import { useExport } from "../../resource/export/useExport.ts";
import { Button } from "../../ui/button/Button.tsx";
import type { GeneratedReport } from "./useReport.ts";

/** The loaded report to take along. */
export function ReportExports({ report }: { report: GeneratedReport }) {
  const { busy, run } = useExport();

  function handlePdf() {
    void run("pdf", () =>
      saveDocument({
        fileName: `${reportFileName(report)}.pdf`,
        render: async (letterhead) => {
          const { createReportPdf } = await import("../../../shared/documents/month-report-pdf.ts");
          return createReportPdf(report, letterhead);
        },
      }),
    );
  }

  function handleExcel() {
    void run("xlsx", () =>
      saveSpreadsheet({
        format: "xlsx",
        fileName: reportFileName(report),
        sheet: reportSpreadsheet(report, translateDocumentText),
      }),
    );
  }

  return (
    <>
      <Button icon="file-text" busy={busy === "pdf"} onClick={handlePdf}>
        {t("Export as PDF")}
      </Button>
      <Button icon="sheet" busy={busy === "xlsx"} onClick={handleExcel}>
        {t("Export as Excel")}
      </Button>
    </>
  );
}
