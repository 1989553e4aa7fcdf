import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import { store } from "../hooks/store.ts";
import { callEndpoint } from "./request.ts";

export interface SocietyInfo {
  name: string;
  /** The line below the name, such as "Cooperative Housing Society". */
  kind: string;
  /** The demo accounts that the sign-in page lists; empty on a portal without the demo. */
  accounts: { role: string; username: string; password: string }[];
}

const societyInfoAtom = atom<SocietyInfo | undefined>(undefined);
let isRequested = false;

/** The public information about the society, loaded once. */
export function useSocietyInfo(): SocietyInfo | undefined {
  useEffect(() => void loadSocietyInfo(), []);
  return useAtomValue(societyInfoAtom, { store });
}

/** Loads the information once. After a failure, the next call tries again. */
export async function loadSocietyInfo(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  try {
    const { data } = await callEndpoint<{ data: SocietyInfo }>(endpointPaths.welcome);
    store.set(societyInfoAtom, data);
  } catch {
    isRequested = false;
  }
}
