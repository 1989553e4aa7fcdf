import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { MailProgress } from "../../shared/wire.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";

/** How far the mails of receipts are. */
export interface ReceiptMailStatus {
  /** Receipts that are still to be mailed. */
  unsent: number;
  /** There is no mail server. */
  asFiles: boolean;
  progress: MailProgress;
}

const statusAtom = atom<ReceiptMailStatus | undefined>(undefined);
const debounceMs = 300;
const throttleMs = 3_000;
let subscriberCount = 0;
let fetchTimer: ReturnType<typeof setTimeout> | undefined;
/** What is read counts only if nothing was heard since. */
let requestGeneration = 0;

/** How far the mails of these receipts are, live while shown; undefined until it is known. Not asked for unless `wanted`. */
export function useReceiptMailStatus(wanted: boolean, receipts: readonly object[]): ReceiptMailStatus | undefined {
  useEffect(() => {
    if (!wanted) return;
    subscriberCount++;
    return () => {
      subscriberCount--;
      if (subscriberCount === 0) store.set(statusAtom, undefined);
    };
  }, [wanted]);
  useEffect(() => {
    if (wanted && receipts) scheduleMailStatusFetch();
  }, [wanted, receipts]);
  return useAtomValue(statusAtom, { store });
}

/** Takes in what the server tells while receipts are mailed. */
export function setMailProgress(progress: MailProgress): void {
  const state = store.get(statusAtom);
  requestGeneration++;
  if (state) {
    const sent = Math.max(0, progress.sent - state.progress.sent);
    store.set(statusAtom, { ...state, unsent: Math.max(0, state.unsent - sent), progress });
  }
  if (progress.pending === 0) scheduleMailStatusFetch();
}

/** Asks again if anybody looks, once for all that happens in the same moment; now and then while receipts go out one by one. */
export function scheduleMailStatusFetch(): void {
  const underWay = (store.get(statusAtom)?.progress.pending ?? 0) > 0;
  if (fetchTimer) return;
  fetchTimer = setTimeout(
    () => {
      fetchTimer = undefined;
      if (subscriberCount > 0) void fetchMailStatus();
    },
    underWay ? throttleMs : debounceMs,
  );
}

async function fetchMailStatus(): Promise<void> {
  requestGeneration++;
  const mine = requestGeneration;
  const answer = await callEndpoint<{ data: ReceiptMailStatus }>(endpointPaths.receiptMails).catch(() => undefined);
  if (subscriberCount === 0) return;
  if (mine !== requestGeneration) return scheduleMailStatusFetch();
  if (answer) store.set(statusAtom, answer.data);
}
