import { useEffect, useState } from "react";
import { statementFileName } from "../../../shared/documents/statement.ts";
import type { Statement } from "../../../shared/domain/statement.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { useExport } from "../../resource/export/useExport.ts";
import { type StatementPeriod, toStatementDocument } from "./useStatement.ts";

interface StatementExportInput {
  house: PlotRecord;
  statement: Statement;
  period: StatementPeriod;
  /** Is the statement on the screen? Only what is there can be printed. */
  isShown: boolean;
  onShow: () => void;
}

/** Puts the statement of the chosen days on paper, or into a file. */
export function useStatementExport({ house, statement, period, isShown, onShow }: StatementExportInput) {
  const [asked, setAsked] = useState(false);
  const { busy, run } = useExport();

  useEffect(() => {
    if (!asked || !isShown) return;
    setAsked(false);
    window.print();
  }, [asked, isShown]);

  function print() {
    setAsked(true);
    if (!isShown) onShow();
  }

  function save() {
    const paper = toStatementDocument({ house, statement, period });
    void run("pdf", () =>
      saveDocument({
        fileName: statementFileName(paper),
        render: async (letterhead) => {
          const { createStatementPdf } = await import("../../../shared/documents/statement-pdf.ts");
          return createStatementPdf(paper, letterhead);
        },
      }),
    );
  }

  return { print, savePdf: save, busy: busy !== undefined };
}
