import { atom, useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import { dashboardSummary } from "../../shared/endpoints/dashboard.ts";
import type { DashboardBoard } from "../../shared/wire.ts";
import { followExtra } from "./cache.ts";
import { followed } from "./connection.ts";
import { call, Problem } from "./request.ts";
import { store } from "./store.ts";

/** The dashboard's figures as last heard or read. */
export const boardAtom = atom<DashboardBoard | undefined>(undefined);

/** The figures, live while shown; `read` asks for them again and says whether they came. Not asked for unless `wanted`. */
export function useBoard(wanted = true) {
  const board = useAtomValue(boardAtom, { store });
  const [problem, setProblem] = useState<Problem>();
  const read = useCallback(async (): Promise<boolean> => {
    try {
      store.set(boardAtom, await call<DashboardBoard>(dashboardSummary));
      setProblem(undefined);
      return true;
    } catch (error) {
      setProblem(
        error instanceof Problem ? error : new Problem({ status: 0, message: "Invalid dashboard data received" }),
      );
      return false;
    }
  }, []);
  useEffect(() => {
    if (!wanted) return;
    const leave = followExtra("dashboard");
    void Promise.resolve().then(followed).then(read);
    return leave;
  }, [read, wanted]);
  return { board, problem, read };
}
