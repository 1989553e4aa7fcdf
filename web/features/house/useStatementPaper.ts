import { useEffect, useState } from "react";
import type { Statement } from "../../../shared/domain/statement.ts";
import { statementFileName } from "../../../shared/paper/statement.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { savePaper } from "../../savePaper.ts";
import { useExporting } from "../../useExporting.ts";
import { type Period, statementPaper } from "./useStatement.ts";

interface StatementPaperInput {
  house: PlotRecord;
  statement: Statement;
  period: Period;
  /** Is the statement on the screen? Only what is there can be printed. */
  shown: boolean;
  onShow: () => void;
}

/** Puts the statement of the chosen days on paper, or into a file. */
export function useStatementPaper({ house, statement, period, shown, onShow }: StatementPaperInput) {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useExporting();

  useEffect(() => {
    if (!asked || !shown) return;
    setAsked(false);
    window.print();
  }, [asked, shown]);

  function print() {
    setAsked(true);
    if (!shown) onShow();
  }

  function save() {
    const paper = statementPaper({ house, statement, days: period });
    void run("pdf", () =>
      savePaper({
        name: statementFileName(paper),
        make: async (letterhead) => {
          const { makeStatementPdf } = await import("../../../shared/paper/statement-pdf.ts");
          return makeStatementPdf(paper, letterhead);
        },
      }),
    );
  }

  return { print, save, busy: busy !== undefined };
}
