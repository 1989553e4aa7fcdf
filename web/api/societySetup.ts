import { atom, useAtom } from "jotai";
import { can } from "../../shared/permissions.ts";
import { store } from "../hooks/store.ts";
import { useSession } from "./session.ts";
import { useSocietyInfo } from "./societyInfo.ts";

/** Postponed until the portal is opened again. */
const isPostponedAtom = atom(false);

/** Whether this user is asked for the society's name, which nobody has entered yet. */
export function useSocietySetup(): { isNeeded: boolean; postpone: () => void } {
  const session = useSession();
  const society = useSocietyInfo();
  const [isPostponed, setIsPostponed] = useAtom(isPostponedAtom, { store });
  const canUpdate =
    session !== undefined && can(session, { page: "/system-management?tab=society", flag: "CanUpdate" });
  return {
    isNeeded: canUpdate && society?.IsSetUp === false && !isPostponed,
    postpone: () => setIsPostponed(true),
  };
}
