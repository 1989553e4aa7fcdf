import { users } from "../../../shared/resources/users.ts";
import { useCanList } from "../../api/session.ts";
import { useResource } from "../../live/useResource.ts";

/** The names of the users to whom the house is linked; undefined while loading or without the right to see users. */
export function useLinkedUsernames(PlotID: number): string[] | undefined {
  const canSee = useCanList(users);
  const { rows, status } = useResource(users, canSee ? undefined : null);
  if (!canSee || status !== "ready") return undefined;
  return rows.filter(({ PlotIDs }) => PlotIDs.includes(PlotID)).map(({ Username }) => Username);
}
