import styled from "styled-components";
import { users } from "../../../shared/resources/users.ts";
import { useResource } from "../../lib/useResource.ts";
import { type } from "../../theme.ts";

const mostNamed = 4;

/** Whom a change of this role reaches. */
export function PermissionHolders({ roleId }: { roleId: number }) {
  const { rows, status } = useResource(users);
  if (status !== "ready") return null;
  const names = rows.filter(({ RoleID, IsActive }) => RoleID === roleId && IsActive).map(({ FullName }) => FullName);
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  const who = names.length === 0 ? "" : `: ${names.slice(0, mostNamed).join(", ")}${more}`;
  const count =
    names.length === 0 ? "Nobody holds" : names.length === 1 ? "1 person holds" : `${names.length} people hold`;
  return <Text>{`${count} this role${who}`}</Text>;
}

const Text = styled.span`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;
