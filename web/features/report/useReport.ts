import { useCallback, useEffect, useRef, useState } from "react";
import type { YearMonth } from "../../../shared/dates.ts";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { generateReport } from "../../../shared/endpoints/generate-report.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { useBoard } from "../../lib/board.ts";
import { call, Problem } from "../../lib/request.ts";
import { useMay } from "../../lib/session.ts";

export interface Report extends MonthReport, YearMonth {
  expenses: RecordOf<typeof expenses>[];
  generatedAt: Date;
}

type Received = Omit<Report, keyof YearMonth | "generatedAt">;

const atMostEveryMs = 1_000;

/** The report of a month; once loaded it follows the totals. A failure leaves the one before and says why. */
export function useReport() {
  const [report, setReport] = useState<Report>();
  const [failure, setFailure] = useState<string>();
  const shown = useRef<YearMonth>(undefined);
  const { board } = useBoard(useMay("/"));

  const load = useCallback(async ({ month, year }: YearMonth): Promise<boolean> => {
    try {
      const received = await call<Received>(generateReport, { body: { month, year } });
      shown.current = { month, year };
      setReport({ ...received, month, year, generatedAt: new Date() });
      setFailure(undefined);
      return true;
    } catch (error) {
      const reached = error instanceof Problem && error.status > 0;
      setFailure(reached ? "Failed to generate report" : "Server error");
      return false;
    }
  }, []);

  useEffect(() => {
    if (!board || !shown.current) return;
    const wanted = shown.current;
    const timer = setTimeout(() => void load(wanted), atMostEveryMs);
    return () => clearTimeout(timer);
  }, [board, load]);

  return { report, failure, load };
}
