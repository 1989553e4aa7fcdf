import { useCallback, useMemo } from "react";
import { role } from "../../../shared/resources/role.ts";
import { users } from "../../../shared/resources/users.ts";
import { say, sayName } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceScreen } from "../../ResourceScreen.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { type UserRecord, userColumns } from "./PlotUsersColumns.tsx";
import { PlotUsersFields } from "./PlotUsersFields.tsx";

/** Who may sign in, as what, and to which plots they belong. */
export function PlotUsers() {
  const roles = useResource(role).rows;
  const [roleId, setRoleId] = useUrlState("role", "");
  const shows = useCallback(({ RoleID }: UserRecord) => roleId === "" || String(RoleID) === roleId, [roleId]);

  const columns = useMemo(userColumns, []);

  return (
    <ResourceScreen
      resource={users}
      title={say("Plot Users")}
      nouns={[say("user"), say("users")]}
      columns={columns}
      sort="Username"
      blank={blank}
      fields={(record) => <PlotUsersFields made={record !== undefined} />}
      filter={{
        names: ["role"],
        shows,
        controls: (
          <FilterSelect
            label={say("Role")}
            value={roleId}
            onChange={setRoleId}
            none={say("All Roles")}
            options={roles.map(({ RoleID, RoleName }) => ({ value: RoleID, label: sayName(RoleName) }))}
          />
        ),
      }}
      empty={{
        title: say("No users yet."),
        text: say("Each has a username, a role and, where they live here, their plots."),
      }}
      deleteText={say(
        "They are signed out at once and cannot come back. To shut somebody out for a while, edit the user and switch Active off.",
      )}
    />
  );
}

const blank = {
  Username: "",
  FullName: "",
  Email: "",
  Phone: "",
  RoleID: undefined,
  Password: undefined,
  PlotIDs: [],
  IsActive: true,
};
