import { reportFileName, reportSpreadsheet } from "../../../shared/paper/report.ts";
import { t } from "../../lib/language.ts";
import { saveDocument } from "../../savePaper.ts";
import { saveSpreadsheet } from "../../saveSheet.ts";
import { translateDocumentText } from "../../sayPaper.ts";
import { Button } from "../../ui/Button.tsx";
import { useExport } from "../../useExporting.ts";
import type { GeneratedReport } from "./useReport.ts";

/** The loaded report to take along. */
export function ReportExports({ report }: { report: GeneratedReport }) {
  const { busy, run } = useExport();

  function handlePdf() {
    void run("pdf", () =>
      saveDocument({
        fileName: `${reportFileName(report)}.pdf`,
        render: async (letterhead) => {
          const { createReportPdf } = await import("../../../shared/paper/report-pdf.ts");
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
