import { ownDrawer } from "../../../shared/endpoints/drawer.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { drawer } from "../../../shared/resources/drawer.ts";
import { useCanCall } from "../../api/session.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";

export type DrawerRecord = RecordOf<typeof drawer>;

/** For useLiveRequest: the topic that signals changes of drawers to users who may not list the drawers of others. */
export const ownDrawerTopics = ["own-drawer"];

/** The user's open drawer, kept up to date: null for none, undefined while loading and without the permission. */
export function useOwnDrawer(): DrawerRecord | null | undefined {
  const canHaveDrawer = useCanCall(ownDrawer);
  const { data } = useLiveRequest<{ data: DrawerRecord | null }>(
    canHaveDrawer ? ownDrawer.path : null,
    ownDrawerTopics,
  );
  return data?.data;
}
