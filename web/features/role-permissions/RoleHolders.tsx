import styled from "styled-components";
import { users } from "../../../shared/resources/users.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { typography } from "../../ui/theme/theme.ts";

const maxNames = 4;

/** Whom a change of this role reaches. */
export function RoleHolders({ roleId }: { roleId: number }) {
  const { rows, status } = useResource(users);
  if (status !== "ready") return null;
  const names = rows.filter(({ RoleID, IsActive }) => RoleID === roleId && IsActive).map(({ FullName }) => FullName);
  return <HoldersText>{formatHolders(names)}</HoldersText>;
}

function formatHolders(people: readonly string[]): string {
  const count = people.length;
  const names = people.slice(0, maxNames).join(t(", "));
  if (count === 0) return t("Nobody holds this role");
  if (count === 1) return t("1 person holds this role: {names}", { names });
  if (count <= maxNames) return t("{count} people hold this role: {names}", { count, names });
  return t("{count} people hold this role: {names} and {more} more", { count, names, more: count - maxNames });
}

const HoldersText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;
