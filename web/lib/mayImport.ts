import type { ImportName } from "../../shared/import-names.ts";
import { mayImport } from "../../shared/imports.ts";
import { useSession } from "./session.ts";

/** May the person signed in take such a spreadsheet in? */
export function useMayImport(name: ImportName): boolean {
  const session = useSession();
  if (!session) return false;
  const { permissions, user } = session;
  return mayImport({ permissions, scope: user.role.scope }, name);
}
