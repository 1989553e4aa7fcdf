import { atom, useAtomValue } from "jotai";
import { useCallback, useEffect } from "react";
import { describeMonthLock, findLockedMonth, type MonthLockState } from "../../shared/domain/month-lock.ts";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { translateServerMessage } from "../i18n/t.ts";
import { useOnChange } from "./useOnChange.ts";

const monthLockAtom = atom<MonthLockState>({ LockedThrough: null, By: null, At: null });
const topics = ["month-lock"];

/** Keeps the month lock on this screen up to date. */
export function useLiveMonthLock(): void {
  useEffect(() => void reloadMonthLock(), []);
  useOnChange(topics, reloadMonthLock);
}

/** The month lock, and why a record of a resource cannot be changed; undefined if it can. */
export function useMonthLock() {
  const lock = useAtomValue(monthLockAtom, { store });
  const describeLock = useCallback(
    (resource: Pick<AnyResource, "monthLock">, record: object): string | undefined => {
      const month = findLockedMonth(resource, { ...record }, lock);
      return month === undefined ? undefined : translateServerMessage(describeMonthLock(month, lock));
    },
    [lock],
  );
  return { lock, describeLock };
}

/** Without an answer, the server still refuses what is locked. */
async function reloadMonthLock(): Promise<void> {
  await callEndpoint<{ data: MonthLockState }>(endpointPaths.monthLock)
    .then(({ data }) => store.set(monthLockAtom, data))
    .catch(() => undefined);
}
