import { atom, useAtomValue } from "jotai";
import { useEffect } from "react";
import { societyName } from "../../shared/domain/society-name.ts";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { SocietyInfo } from "../../shared/endpoints/society.ts";
import { store } from "../hooks/store.ts";
import { isPageRightToLeft, useLanguage } from "../i18n/t.ts";
import { callEndpoint } from "./request.ts";

const societyInfoAtom = atom<SocietyInfo | undefined>(undefined);
let isRequested = false;

/** The public information about the society, loaded on first use; undefined until then. */
export function useSocietyInfo(): SocietyInfo | undefined {
  useEffect(() => void loadSocietyInfo(), []);
  return useAtomValue(societyInfoAtom, { store });
}

/** The society's name in the language of the screens; "" until it is loaded. */
export function useSocietyName(): string {
  const society = useSocietyInfo();
  const language = useLanguage();
  return society ? societyName(society, language === "ur") : "";
}

/** Whether mails are saved as files, because there is no mail server; false until it is known. */
export function useAreMailsWrittenToFiles(): boolean {
  return useSocietyInfo()?.MailsAsFiles ?? false;
}

/** Like `useAreMailsWrittenToFiles`, for code outside of components. */
export function areMailsWrittenToFiles(): boolean {
  return store.get(societyInfoAtom)?.MailsAsFiles ?? false;
}

/** Like `useSocietyName`, for code outside of components such as exports. */
export function readSocietyName(): string {
  const society = store.get(societyInfoAtom);
  return society ? societyName(society, isPageRightToLeft()) : "";
}

/** Loads the information once. After a failure, the next call tries again. */
export async function loadSocietyInfo(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  await reloadSocietyInfo();
}

/** Loads the information again, after a change. Ignores a failure. */
export async function reloadSocietyInfo(): Promise<void> {
  try {
    const { data } = await callEndpoint<{ data: SocietyInfo }>(endpointPaths.societyInfo);
    store.set(societyInfoAtom, data);
  } catch {
    isRequested = false;
  }
}
