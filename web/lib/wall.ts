import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { calls } from "../../shared/calls.ts";
import type { WallBoard, WallReceipt } from "../../shared/wire.ts";
import { followed } from "./connection.ts";
import { call } from "./request.ts";
import { store } from "./store.ts";
import { useHeard } from "./useHeard.ts";

const wallAtom = atom<WallBoard | undefined>(undefined);
const followedHere: readonly string[] = ["wall"];
const nothing: readonly string[] = [];
const againMs = 15_000;
/** What is read counts only if nothing was heard or asked for since. */
let turn = 0;

/** The last ten receipts, live while shown; undefined until they are known. Asked for again until they come, if at all. */
export function useWallReceipts(wanted: boolean): readonly WallReceipt[] | undefined {
  const wall = useAtomValue(wallAtom, { store });
  useHeard(wanted ? followedHere : nothing, read);
  useEffect(() => {
    if (wall || !wanted) return;
    // What is followed is announced at the end of this moment; only then is there something to wait for.
    void Promise.resolve().then(followed).then(read);
    const timer = setInterval(read, againMs);
    return () => clearInterval(timer);
  }, [wall, wanted]);
  return wall?.receipts;
}

/** Takes in what the server tells. */
export function takeWall(wall: WallBoard): void {
  turn++;
  store.set(wallAtom, wall);
}

/** Forgets the receipts; for the end of a session. */
export function forgetWall(): void {
  turn++;
  store.set(wallAtom, undefined);
}

function read(): void {
  const mine = ++turn;
  call<{ receipts: WallReceipt[] }>(calls.wallReceipts)
    .then(({ receipts }) => {
      if (mine === turn) store.set(wallAtom, { receipts });
    })
    // Without a line there is nothing to read either; what is shown says since when.
    .catch(() => undefined);
}
