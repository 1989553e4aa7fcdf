import { useCallback, useEffect, useRef, useState } from "react";
import type { YearMonth } from "../../../shared/dates.ts";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import type { MonthReport } from "../../../shared/domain/month-report.ts";
import { generateReport } from "../../../shared/endpoints/generate-report.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { expenses } from "../../../shared/resources/expenses.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useDashboard } from "../../live/dashboard.ts";
import { useMonthLock } from "../../live/monthLock.ts";

/** The report of a month as the server sent it, when it was loaded and how long that took; amounts in rupees. */
export interface GeneratedReport extends MonthReport, YearMonth {
  expenses: RecordOf<typeof expenses>[];
  adjustments: AdjustmentRecord[];
  /** Of a locked month: who locked it, when, and its totals then. */
  kept: { By: string; At: string; total: MonthReport["total"] } | null;
  generatedAt: Date;
  /** Duration of the request in ms. */
  tookMs: number;
}

interface Failure {
  /** A text of the specification, in English; Callout and toast translate it. */
  reason: string;
  isTemporary: boolean;
  /** The failed request was a refresh that the user did not ask for. */
  isBackground: boolean;
}

type ReportResponse = Omit<GeneratedReport, keyof YearMonth | "generatedAt" | "tookMs">;

const minIntervalMs = 1_000;

/**
 * The report of the selected month. It is loaded again by `generate`, when another month is selected, when the month
 * lock changes and, for users who may see the dashboard, when the figures of the dashboard change. Without a selected
 * month, and after a failed request, the loaded report stays.
 */
export function useReport(selected: YearMonth | undefined) {
  const [report, setReport] = useState<GeneratedReport>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const { dashboard } = useDashboard(useCan("/"));
  const lockKey = JSON.stringify(useMonthLock().lock);
  const loadedMonth = useRef<YearMonth>(undefined);
  const lastRequestNumber = useRef(0);
  const lastResponseNumber = useRef(0);
  /** The figures or the lock have changed since the last request. */
  const isStale = useRef(false);
  /** Number of calls of `generate` that wait for their response. */
  const pendingGenerateCount = useRef(0);
  const refreshSoon = useThrottled(refresh, minIntervalMs);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the figures or the lock
  useEffect(() => {
    isStale.current = true;
    refreshSoon();
  }, [dashboard, lockKey, refreshSoon]);

  const handleSelected = useEvent((month: YearMonth) => void generate(month));
  const { month, year } = selected ?? {};
  useEffect(() => {
    if (month !== undefined && year !== undefined) handleSelected({ month, year });
  }, [month, year, handleSelected]);

  /** Loads the report of a month; returns the error message if that failed. */
  async function generate(month: YearMonth): Promise<string | undefined> {
    pendingGenerateCount.current++;
    setBusy(true);
    const newFailure = await load(month);
    pendingGenerateCount.current--;
    setBusy(pendingGenerateCount.current > 0);
    setFailure(newFailure && { ...newFailure, isBackground: false });
    if (isStale.current) refreshSoon();
    return newFailure?.reason;
  }

  /** Loads the shown report again if it is stale. Its failure does not replace that of a request by the user. */
  async function refresh() {
    if (!loadedMonth.current || !isStale.current || pendingGenerateCount.current > 0) return;
    const newFailure = await load(loadedMonth.current);
    setFailure((previous) => {
      if (previous && !previous.isBackground) return previous;
      return newFailure && { ...newFailure, isBackground: true };
    });
  }

  /**
   * Requests the report and shows it; returns a failure. Ignores a response that arrives after that of a later request,
   * and the failure of all but the last request.
   */
  async function load({ month, year }: YearMonth): Promise<Omit<Failure, "isBackground"> | undefined> {
    isStale.current = false;
    const requestNumber = ++lastRequestNumber.current;
    const startedAt = performance.now();
    try {
      const received = await callEndpoint<ReportResponse>(generateReport, { body: { month, year } });
      if (requestNumber < lastResponseNumber.current) return undefined;
      lastResponseNumber.current = requestNumber;
      loadedMonth.current = { month, year };
      setReport({ ...received, month, year, generatedAt: new Date(), tookMs: performance.now() - startedAt });
      return undefined;
    } catch (error) {
      if (requestNumber < lastRequestNumber.current) return undefined;
      if (error instanceof ApiError && error.status > 0)
        return { reason: "Failed to generate report", isTemporary: error.isTemporary };
      console.error(error);
      return { reason: "Server error", isTemporary: true };
    }
  }

  return { report, failure, busy, generate };
}

/**
 * Limits `run` to once per `intervalMs`: the first call runs at once; later calls within the interval run once at its
 * end.
 */
function useThrottled(run: () => void, intervalMs: number): () => void {
  const handleRun = useEvent(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRun = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    const delayMs = Math.max(0, lastRun.current + intervalMs - Date.now());
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      lastRun.current = Date.now();
      handleRun();
    }, delayMs);
  }, [handleRun, intervalMs]);
}
