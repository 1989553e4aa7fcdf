import { mayCall } from "../../shared/endpoint.ts";
import { useSession } from "./session.ts";

/** May the person signed in make this call? */
export function useMayCall(endpoint: Parameters<typeof mayCall>[0]): boolean {
  const session = useSession();
  if (!session) return false;
  const { permissions, user } = session;
  return mayCall(endpoint, { permissions, scope: user.role.scope });
}
