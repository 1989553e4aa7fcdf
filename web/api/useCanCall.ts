import { canCall } from "../../shared/endpoints/endpoint.ts";
import { useSession } from "./session.ts";

/** Whether the user may call the endpoint. */
export function useCanCall(endpoint: Parameters<typeof canCall>[0]): boolean {
  const session = useSession();
  if (!session) return false;
  const { permissions, user } = session;
  return canCall(endpoint, { permissions, scope: user.role.scope });
}
