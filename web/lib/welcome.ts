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
  useEffect(() => {
    if (asked) return;
    asked = true;
    call<{ data: Welcome }>(calls.welcome)
      .then(({ data }) => store.set(welcomeAtom, data))
      .catch(() => {
        asked = false;
      });
  }, []);
  return useAtomValue(welcomeAtom, { store });
}
