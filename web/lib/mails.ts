import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { calls } from "../../shared/calls.ts";
import type { MailProgress } from "../../shared/wire.ts";
import { call } from "./request.ts";
import { store } from "./store.ts";

/** How far the mails of receipts are. */
export interface MailState {
  /** Receipts that are still to be mailed. */
  unsent: number;
  /** There is no mail server. */
  asFiles: boolean;
  progress: MailProgress;
}

const stateAtom = atom<MailState | undefined>(undefined);
const gatherMs = 300;
const underWayMs = 3_000;
let shownBy = 0;
let soon: ReturnType<typeof setTimeout> | undefined;
/** What is read counts only if nothing was heard since. */
let turn = 0;

/** How far the mails of these receipts are, live while shown; undefined until it is known. Not asked for unless `wanted`. */
export function useMails(wanted: boolean, receipts: readonly object[]): MailState | undefined {
  useEffect(() => {
    if (!wanted) return;
    shownBy++;
    return () => {
      shownBy--;
      if (shownBy === 0) store.set(stateAtom, undefined);
    };
  }, [wanted]);
  useEffect(() => {
    if (wanted && receipts) readMailsSoon();
  }, [wanted, receipts]);
  return useAtomValue(stateAtom, { store });
}

/** Takes in what the server tells while receipts are mailed. */
export function takeMail(progress: MailProgress): void {
  const state = store.get(stateAtom);
  turn++;
  if (state) {
    const sent = Math.max(0, progress.sent - state.progress.sent);
    store.set(stateAtom, { ...state, unsent: Math.max(0, state.unsent - sent), progress });
  }
  if (progress.pending === 0) readMailsSoon();
}

/** Asks again if anybody looks, once for all that happens in the same moment; now and then while receipts go out one by one. */
export function readMailsSoon(): void {
  const underWay = (store.get(stateAtom)?.progress.pending ?? 0) > 0;
  if (soon) return;
  soon = setTimeout(
    () => {
      soon = undefined;
      if (shownBy > 0) void read();
    },
    underWay ? underWayMs : gatherMs,
  );
}

async function read(): Promise<void> {
  turn++;
  const mine = turn;
  const answer = await call<{ data: MailState }>(calls.mails).catch(() => undefined);
  if (shownBy === 0) return;
  if (mine !== turn) return readMailsSoon();
  if (answer) store.set(stateAtom, answer.data);
}
