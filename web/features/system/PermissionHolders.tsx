import styled from "styled-components";
import { users } from "../../../shared/resources/users.ts";
import { say } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { type } from "../../theme.ts";

const mostNamed = 4;

/** Whom a change of this role reaches. */
export function PermissionHolders({ roleId }: { roleId: number }) {
  const { rows, status } = useResource(users);
  if (status !== "ready") return null;
  const names = rows.filter(({ RoleID, IsActive }) => RoleID === roleId && IsActive).map(({ FullName }) => FullName);
  return <Text>{sentenceOf(names)}</Text>;
}

function sentenceOf(people: readonly string[]): string {
  const count = people.length;
  const names = people.slice(0, mostNamed).join(say(", "));
  if (count === 0) return say("Nobody holds this role");
  if (count === 1) return say("1 person holds this role: {names}", { names });
  if (count <= mostNamed) return say("{count} people hold this role: {names}", { count, names });
  return say("{count} people hold this role: {names} and {more} more", { count, names, more: count - mostNamed });
}

const Text = styled.span`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;
