import { reportFileName, reportSheet } from "../../../shared/paper/report.ts";
import { say } from "../../lib/language.ts";
import { savePaper } from "../../savePaper.ts";
import { saveSheet } from "../../saveSheet.ts";
import { sayPaper } from "../../sayPaper.ts";
import { Button } from "../../ui/Button.tsx";
import { useExporting } from "../../useExporting.ts";
import type { Report } from "./useReport.ts";

/** The loaded report to take along. */
export function ReportExports({ report }: { report: Report }) {
  const { busy, run } = useExporting();

  function handlePdf() {
    void run("pdf", () =>
      savePaper({
        name: `${reportFileName(report)}.pdf`,
        make: async (letterhead) => {
          const { makeReportPdf } = await import("../../../shared/paper/report-pdf.ts");
          return makeReportPdf(report, letterhead);
        },
      }),
    );
  }

  function handleExcel() {
    void run("xlsx", () =>
      saveSheet({ kind: "xlsx", name: reportFileName(report), sheet: reportSheet(report, sayPaper) }),
    );
  }

  return (
    <>
      <Button icon="file-text" busy={busy === "pdf"} onClick={handlePdf}>
        {say("Export as PDF")}
      </Button>
      <Button icon="sheet" busy={busy === "xlsx"} onClick={handleExcel}>
        {say("Export as Excel")}
      </Button>
    </>
  );
}
