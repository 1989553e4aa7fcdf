import { canCall } from "../../shared/endpoints/endpoint.ts";
import { useSession } from "./session.ts";

/** May the person signed in make this call? */
export function useCanCall(endpoint: Parameters<typeof canCall>[0]): boolean {
  const session = useSession();
  if (!session) return false;
  const { permissions, user } = session;
  return canCall(endpoint, { permissions, scope: user.role.scope });
}
