import { useCallback, useEffect, useRef, useState } from "react";
import type { YearMonth } from "../../../shared/dates.ts";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { generateReport } from "../../../shared/endpoints/generate-report.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useDashboard } from "../../live/dashboard.ts";

export interface GeneratedReport extends MonthReport, YearMonth {
  expenses: RecordOf<typeof expenses>[];
  generatedAt: Date;
  /** How long the server was waited for. */
  tookMs: number;
}

interface Failure {
  reason: string;
  /** Nobody asked for this reading; it was to follow the totals. */
  isBackground: boolean;
}

type ReportResponse = Omit<GeneratedReport, keyof YearMonth | "generatedAt" | "tookMs">;

const minIntervalMs = 1_000;

/** The report of a month; once loaded it follows the totals, for those who may hear them. A failure leaves the one before. */
export function useReport() {
  const [report, setReport] = useState<GeneratedReport>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const mayFollow = useCan("/");
  const { dashboard } = useDashboard(mayFollow);
  const shown = useRef<YearMonth>(undefined);
  const asked = useRef(0);
  const taken = useRef(0);
  const moved = useRef(false);
  const generating = useRef(false);
  const askToFollow = useThrottled(handleMove, minIntervalMs);

  useEffect(() => {
    if (!dashboard) return;
    moved.current = true;
    askToFollow();
  }, [dashboard, askToFollow]);

  /** Asks for the report of a month; tells why none came. */
  async function generate(month: YearMonth): Promise<string | undefined> {
    generating.current = true;
    setBusy(true);
    const reason = await load(month);
    generating.current = false;
    setBusy(false);
    setFailure(reason === undefined ? undefined : { reason, isBackground: false });
    if (moved.current) askToFollow();
    return reason;
  }

  async function handleMove() {
    if (!shown.current || !moved.current || generating.current) return;
    const reason = await load(shown.current);
    setFailure((before) => {
      if (before && !before.isBackground) return before;
      return reason === undefined ? undefined : { reason, isBackground: true };
    });
  }

  /** What comes late never takes the place of what was asked for after it. */
  async function load({ month, year }: YearMonth): Promise<string | undefined> {
    moved.current = false;
    asked.current++;
    const turn = asked.current;
    const begun = performance.now();
    try {
      const received = await callEndpoint<ReportResponse>(generateReport, { body: { month, year } });
      if (turn < taken.current) return undefined;
      taken.current = turn;
      shown.current = { month, year };
      setReport({ ...received, month, year, generatedAt: new Date(), tookMs: performance.now() - begun });
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status > 0) return "Failed to generate report";
      console.error(error);
      return "Server error";
    }
  }

  return { report, failure, busy, generate };
}

/** Asks for a run: at once when the last is long enough past, else as soon as it is; many askings make one run. */
function useThrottled(run: () => void, everyMs: number): () => void {
  const handle = useEvent(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        handle();
      },
      Math.max(0, last.current + everyMs - Date.now()),
    );
  }, [handle, everyMs]);
}
