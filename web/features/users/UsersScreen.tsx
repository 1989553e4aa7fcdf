import { useCallback } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { users } from "../../../shared/resources/users.ts";
import { Status } from "../../domain/Status.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { plural, t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { textColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { Tag } from "../../ui/badge/Badge.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { PasswordField, SelectField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { LinkedPlotsField } from "./LinkedPlotsField.tsx";
import { ResetTwoFactor } from "./ResetTwoFactor.tsx";

/** The user accounts with their roles and linked plots. */
export function UsersScreen() {
  const roleOptions = useRoleOptions();
  const [roleParam, setRoleParam] = useUrlState("role", "");
  const matches = useCallback(
    ({ RoleID }: UserRecord) => roleParam === "" || String(RoleID) === roleParam,
    [roleParam],
  );

  return (
    <ResourceScreen
      resource={users}
      title={t("Plot Users")}
      nouns={[t("user"), t("users")]}
      columns={buildColumns}
      defaultValues={defaultValues}
      fields={(record) => <UserFields record={record} />}
      filter={{
        paramNames: ["role"],
        matches,
        controls: (
          <FilterSelect
            label={t("Role")}
            value={roleParam}
            onChange={setRoleParam}
            placeholder={t("All Roles")}
            options={roleOptions}
          />
        ),
      }}
      empty={{
        title: t("No users yet."),
        text: t("Each user has a username, a role and, for residents, linked plots."),
      }}
      deleteText={t(
        "The user is signed out at once and cannot sign in again. To block a user temporarily, switch Active off instead.",
      )}
    />
  );
}

const defaultValues = {
  Username: "",
  FullName: "",
  Email: "",
  Phone: "",
  RoleID: undefined,
  Password: undefined,
  PlotIDs: [],
  IsActive: true,
};

type UserRecord = RecordOf<typeof users>;

function buildColumns(): readonly Column<UserRecord>[] {
  return [
    textColumn({ key: "Username", title: t("Username"), width: 20, sticky: true, mobileSlot: "title" }),
    textColumn({ key: "FullName", title: t("Full Name"), width: 18, grow: 2, mobileSlot: "sub" }),
    {
      ...textColumn({ key: "Email", title: t("Email"), width: 20, grow: 2, mobileSlot: "hidden" }),
      render: ({ Email, IsEmailVerified }) => (
        <>
          {Email && !IsEmailVerified && <Tag>{t("Not confirmed")}</Tag>} <bdi>{Email || "—"}</bdi>
        </>
      ),
    },
    {
      key: "Phone",
      title: t("Phone"),
      width: 15,
      dropOrder: 1,
      mobileSlot: "hidden",
      render: ({ Phone }) => (Phone ? <bdi dir="ltr">{Phone}</bdi> : "—"),
      sortValue: ({ Phone }) => Phone,
    },
    {
      key: "RoleName",
      title: t("Role"),
      width: 13,
      mobileSlot: "meta",
      render: ({ RoleName }) => <Tag>{translateName(RoleName)}</Tag>,
      sortValue: ({ RoleName }) => RoleName,
    },
    {
      key: "PlotIDs",
      title: t("Plots"),
      width: 7,
      align: "end",
      mobileSlot: "meta",
      render: ({ PlotIDs }) => (PlotIDs.length > 0 ? PlotIDs.length : "—"),
      renderMobile: ({ PlotIDs }) => plural(PlotIDs.length, { one: "1 plot", other: "{count} plots" }),
      sortValue: ({ PlotIDs }) => PlotIDs.length,
    },
    {
      key: "HasTotp",
      title: t("Two-factor"),
      width: 10,
      mobileSlot: "hidden",
      render: ({ HasTotp }) => (HasTotp ? <Tag>{t("On")}</Tag> : "—"),
      sortValue: ({ HasTotp }) => (HasTotp ? 0 : 1),
      exportValue: ({ HasTotp }) => (HasTotp ? t("On") : ""),
    },
    {
      key: "IsActive",
      title: t("Status"),
      width: 12,
      mobileSlot: "meta",
      render: ({ IsActive }) => <Status value={IsActive ? "Active" : "Inactive"} />,
      sortValue: ({ IsActive }) => (IsActive ? 0 : 1),
      exportValue: ({ IsActive }) => t(IsActive ? "Active" : "Inactive"),
    },
  ];
}

/** The fields of a user; an existing user keeps the password while its field is empty. */
function UserFields({ record }: { record: UserRecord | undefined }) {
  const roleOptions = useRoleOptions();
  return (
    <>
      <TextField name="Username" label={t("Username")} />
      <TextField name="FullName" label={t("Full Name")} />
      <TextField
        name="Email"
        label={t("Email")}
        type="email"
        hint={record && !record.IsEmailVerified ? t("Not confirmed yet. Linking a plot confirms it") : undefined}
      />
      <TextField name="Phone" label={t("Phone")} type="tel" />
      <SelectField name="RoleID" label={t("Role")} placeholder={t("Select Role")} options={roleOptions} />
      <PasswordField
        name="Password"
        label={t("Password")}
        autoComplete="new-password"
        hint={
          record
            ? t("Leave empty to keep it; a new password signs the user out")
            : t("Leave empty to let the user choose one through 'Forgot password?'")
        }
      />
      <LinkedPlotsField name="PlotIDs" label={t("Linked Plots")} />
      <SwitchField name="IsActive" label={t("Active")} hint={t("Inactive users are signed out and cannot sign in")} />
      {record?.HasTotp && <ResetTwoFactor user={record} />}
    </>
  );
}

function useRoleOptions() {
  const { rows } = useResource(role);
  return rows.map(({ RoleID, RoleName }) => ({ value: RoleID, label: translateName(RoleName) }));
}
