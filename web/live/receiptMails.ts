import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { ReceiptMailStatus } from "../../shared/endpoints/payment-receipt-mail.ts";
import type { MailProgress } from "../../shared/wire.ts";
import { callEndpoint } from "../api/request.ts";
import { store } from "../hooks/store.ts";

const statusAtom = atom<ReceiptMailStatus | undefined>(undefined);
const fetchDelayMs = 300;
const fetchDelayWhileSendingMs = 3_000;
let subscriberCount = 0;
let fetchTimer: ReturnType<typeof setTimeout> | undefined;
/** Incremented by each request and each server event; a response to an earlier generation is outdated and dropped. */
let requestGeneration = 0;
/** The generation of the latest server event. */
let eventGeneration = 0;
/** The result of the latest request. */
let latestFetch = Promise.resolve(false);

/**
 * The live email status, fetched again when `receipts` changes. Undefined until the first response, or if not
 * `enabled`.
 */
export function useReceiptMailStatus(enabled: boolean, receipts: readonly object[]): ReceiptMailStatus | undefined {
  useEffect(() => {
    if (!enabled) return;
    subscriberCount++;
    return () => {
      subscriberCount--;
      if (subscriberCount === 0) store.set(statusAtom, undefined);
    };
  }, [enabled]);
  useEffect(() => {
    // `receipts` is never undefined; the effect reads it so that a new list runs the effect again.
    if (enabled && receipts) scheduleMailStatusFetch();
  }, [enabled, receipts]);
  return useAtomValue(statusAtom, { store });
}

/** Applies a progress event of the server. */
export function setReceiptMailProgress(progress: MailProgress): void {
  const status = store.get(statusAtom);
  eventGeneration = ++requestGeneration;
  if (status) {
    const newlySent = Math.max(0, progress.sent - status.progress.sent);
    store.set(statusAtom, { ...status, unsent: Math.max(0, status.unsent - newlySent), progress });
  }
  if (progress.pending === 0) scheduleMailStatusFetch();
}

/** Fetches the status if a screen shows it: after 300 ms, or after 3 s while emails are being sent. */
export function scheduleMailStatusFetch(): void {
  const isSending = (store.get(statusAtom)?.progress.pending ?? 0) > 0;
  if (fetchTimer) return;
  fetchTimer = setTimeout(
    () => {
      fetchTimer = undefined;
      if (subscriberCount > 0) void fetchMailStatus();
    },
    isSending ? fetchDelayWhileSendingMs : fetchDelayMs,
  );
}

/** Fetches the status now. Resolves to whether the shown status is at least as new as the call. */
export function fetchMailStatus(): Promise<boolean> {
  latestFetch = fetchOnce();
  return latestFetch;
}

async function fetchOnce(): Promise<boolean> {
  const generation = ++requestGeneration;
  const response = await callEndpoint<{ data: ReceiptMailStatus }>(endpointPaths.receiptMails).catch(() => undefined);
  if (subscriberCount === 0) return false;
  if (eventGeneration > generation) {
    scheduleMailStatusFetch();
    return true;
  }
  if (generation !== requestGeneration) return latestFetch;
  if (response) store.set(statusAtom, response.data);
  return response !== undefined;
}
