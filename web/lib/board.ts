import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { calls } from "../../shared/calls.ts";
import type { DashboardBoard } from "../../shared/wire.ts";
import { isBegun } from "./begun.ts";
import { followExtra } from "./cache.ts";
import { followed } from "./connection.ts";
import { call, Problem } from "./request.ts";
import { store } from "./store.ts";

/** The dashboard's figures as last heard or read. */
export const boardAtom = atom<DashboardBoard | undefined>(undefined);

const problemAtom = atom<Problem | undefined>(undefined);
let shownBy = 0;
/** What is read counts only if nothing was heard or asked for since. */
let turn = 0;
/** Shown as they were before anything was followed: what happened in between would be missing, so they are read once more. */
let unsure = false;

/** The figures, live while shown; `read` asks for them again and says whether they came. Not asked for unless `wanted`. */
export function useBoard(wanted = true) {
  const board = useAtomValue(boardAtom, { store });
  const problem = useAtomValue(problemAtom, { store });
  useEffect(() => {
    if (!wanted) return;
    const leave = followExtra("dashboard");
    shownBy++;
    // What is followed is announced at the end of this moment; only then is there something to wait for.
    void Promise.resolve().then(readBoardAgain);
    return () => {
      leave();
      shownBy--;
      if (shownBy === 0) store.set(problemAtom, undefined);
    };
  }, [wanted]);
  return { board, problem, read };
}

/** Shows the figures that were read ahead, if any were; what fails is told when they are read again. */
export async function takeBegunBoard(): Promise<void> {
  if (!isBegun(calls.dashboard)) return;
  const mine = turn;
  const board = await call<DashboardBoard>(calls.dashboard).catch(() => undefined);
  if (mine !== turn) return;
  show(board);
  unsure = true;
}

/** Takes in what the server tells. */
export function takeBoard(board: DashboardBoard): void {
  show(board);
}

/** Forgets the figures; for the end of a session or of the right to see them. */
export function forgetBoard(): void {
  show(undefined);
}

/** Reads the figures again if they are shown: those told while there was no line are not told again. */
export async function readBoardAgain(): Promise<void> {
  if (shownBy === 0) return;
  await followed();
  if (shownBy > 0) await read();
}

async function read(): Promise<boolean> {
  turn++;
  const mine = turn;
  try {
    const board = await call<DashboardBoard>(calls.dashboard);
    if (mine === turn && !(unsure && isShown(board))) show(board);
    unsure = false;
    return true;
  } catch (error) {
    if (mine !== turn) return false;
    const unexpected = new Problem({ status: 0, message: "Invalid dashboard data received" });
    store.set(problemAtom, error instanceof Problem ? error : unexpected);
    return false;
  }
}

function isShown(board: DashboardBoard): boolean {
  return JSON.stringify(store.get(boardAtom)) === JSON.stringify(board);
}

function show(board: DashboardBoard | undefined): void {
  turn++;
  unsure = false;
  store.set(boardAtom, board);
  store.set(problemAtom, undefined);
}
