import { canImport } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { useSession } from "../../api/session.ts";

/** May the person signed in take such a spreadsheet in? */
export function useCanImport(name: ImportKind): boolean {
  const session = useSession();
  if (!session) return false;
  const { permissions, user } = session;
  return canImport({ permissions, scope: user.role.scope }, name);
}
