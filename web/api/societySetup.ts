import { atom, useAtom } from "jotai";
import { can } from "../../shared/permissions.ts";
import { store } from "../hooks/store.ts";
import { useSession } from "./session.ts";
import { useSocietyInfo } from "./societyInfo.ts";

/** Not stored: the portal asks again when it is opened next. */
const isPostponedAtom = atom(false);

/** Whether the portal asks this user for the society's name, because nobody has entered it yet. */
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
