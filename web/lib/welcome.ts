import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { calls } from "../../shared/calls.ts";
import { call } from "./request.ts";
import { store } from "./store.ts";

export interface Welcome {
  name: string;
  kind: string;
  accounts: { role: string; username: string; password: string }[];
}

const welcomeAtom = atom<Welcome | undefined>(undefined);
let asked = false;

/** The society as it shows itself to everybody; asked for once. */
export function useWelcome(): Welcome | undefined {
  useEffect(() => void readWelcome(), []);
  return useAtomValue(welcomeAtom, { store });
}

/** Reads it unless it is known or asked for; what fails is asked for again by the next to show it. */
export async function readWelcome(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    const { data } = await call<{ data: Welcome }>(calls.welcome);
    store.set(welcomeAtom, data);
  } catch {
    asked = false;
  }
}
