import { atom, useAtomValue } from "jotai";
import { endpointPaths } from "../../shared/endpoints/paths.ts";
import type { RecordOf } from "../../shared/registry.ts";
import type { society } from "../../shared/resources/society.ts";
import { callEndpoint } from "../api/request.ts";
import { useSession } from "../api/session.ts";
import { reloadSocietyInfo } from "../api/societyInfo.ts";
import { store } from "../hooks/store.ts";
import { useLiveLoad, useOnChange } from "./useOnChange.ts";

type SocietyRecord = RecordOf<typeof society>;
/** The limits, the fee and the accounts of the society's record; amounts in rupees. */
type SocietySettings = SocietyRecord["Limits"] & Pick<SocietyRecord, "BounceFee" | "MethodAccounts">;

const settingsAtom = atom<SocietySettings | undefined>(undefined);
/** The topic of every change of the society's record. */
const topics = ["letterhead"];
const noTopics: readonly string[] = [];

/** Keeps the society's name and logo on this screen up to date. */
export function useLiveSocietyInfo(): void {
  useOnChange(topics, reloadSocietyInfo);
}

/** Keeps the society's limits on this screen up to date, for users who see all rows. */
export function useLiveSocietySettings(): void {
  const isStaff = useSession()?.user.role.scope === "all";
  useLiveLoad(isStaff ? topics : noTopics, reloadSettings);
}

/**
 * The limits above which a second person approves, the fee for a bounced cheque and the accounts of the payment
 * methods; undefined until they are loaded.
 */
export function useSocietySettings(): SocietySettings | undefined {
  return useAtomValue(settingsAtom, { store });
}

/** If the request fails, no form announces that an approval is needed; the server decides anyway. */
async function reloadSettings(): Promise<void> {
  await callEndpoint<{ data: SocietySettings }>(endpointPaths.societySettings)
    .then(({ data }) => store.set(settingsAtom, data))
    .catch(() => undefined);
}
