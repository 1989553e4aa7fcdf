import { useCallback, useMemo } from "react";
import { role } from "../../../shared/resources/role.ts";
import { users } from "../../../shared/resources/users.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { FilterSelect } from "../../ui/form/FilterSelect.tsx";
import { buildColumns, type UserRecord } from "./UserColumns.tsx";
import { UserFields } from "./UserFields.tsx";

/** Who may sign in, as what, and to which plots they belong. */
export function Users() {
  const roles = useResource(role).rows;
  const [roleId, setRoleId] = useUrlState("role", "");
  const matches = useCallback(({ RoleID }: UserRecord) => roleId === "" || String(RoleID) === roleId, [roleId]);

  const columns = useMemo(buildColumns, []);

  return (
    <ResourceScreen
      resource={users}
      title={t("Plot Users")}
      nouns={[t("user"), t("users")]}
      columns={columns}
      defaultSort="Username"
      defaultValues={blank}
      fields={(record) => <UserFields isExisting={record !== undefined} />}
      filter={{
        paramNames: ["role"],
        matches,
        controls: (
          <FilterSelect
            label={t("Role")}
            value={roleId}
            onChange={setRoleId}
            placeholder={t("All Roles")}
            options={roles.map(({ RoleID, RoleName }) => ({ value: RoleID, label: translateName(RoleName) }))}
          />
        ),
      }}
      empty={{
        title: t("No users yet."),
        text: t("Each has a username, a role and, where they live here, their plots."),
      }}
      deleteText={t(
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
