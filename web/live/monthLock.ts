import { atom, useAtomValue } from "jotai";
import { useCallback } from "react";
import { addMonths, type Day, dayOfMonth, monthOf } from "../../shared/dates.ts";
import {
  describeMonthLock,
  findLockedMonth,
  type MonthLockState,
  noMonthLocked,
} from "../../shared/domain/month-lock.ts";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";
import { useSocietyToday } from "../hooks/useSocietyToday.ts";
import { translateServerMessage } from "../i18n/t.ts";
import { useLiveLoad } from "./useOnChange.ts";

const monthLockAtom = atom<MonthLockState>(noMonthLocked);
const topics = ["month-lock-state"];

/** Keeps the month lock on this screen up to date. */
export function useLiveMonthLock(): void {
  useLiveLoad(topics, reloadMonthLock);
}

/** The month lock, and `describeLock`, which returns why a record cannot be changed; undefined if it can. */
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

/** The bounds of dates that are not in the future nor in a locked month. */
export function useOpenDayBounds(): { min: Day | undefined; max: Day } {
  const { LockedThrough } = useAtomValue(monthLockAtom, { store });
  const max = useSocietyToday();
  return { min: LockedThrough === null ? undefined : firstDayAfterMonth(LockedThrough), max };
}

/** If the request fails, forms do not show the lock; the server still refuses changes of locked months. */
async function reloadMonthLock(): Promise<void> {
  await callEndpoint<{ data: MonthLockState }>(endpointPaths.monthLock)
    .then(({ data }) => store.set(monthLockAtom, data))
    .catch(() => undefined);
}

/** `month` is `YYYY-MM`. */
function firstDayAfterMonth(month: string): Day {
  return dayOfMonth({ ...addMonths(monthOf(month), 1), day: 1 });
}
