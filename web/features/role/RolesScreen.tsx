import type { RecordOf } from "../../../shared/registry.ts";
import { role } from "../../../shared/resources/role.ts";
import { formatScope } from "../../domain/permissionNames.ts";
import { t } from "../../i18n/t.ts";
import { computedTextColumn, nameColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { Tag } from "../../ui/badge/Badge.tsx";
import { SelectField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The roles of users; PermissionsScreen sets what each role may do. */
export function RolesScreen() {
  return (
    <ResourceScreen
      resource={role}
      title={t("Roles")}
      nouns={[t("role"), t("roles")]}
      columns={buildColumns}
      defaultValues={{ RoleName: "", Scope: "all", RequireTotp: false }}
      fields={() => (
        <>
          <TextField name="RoleName" label={t("Role Name")} />
          <SelectField
            name="Scope"
            label={t("Visible records")}
            placeholder={t("Select visible records")}
            options={scopes.map((scope) => ({ value: scope, label: formatScope(scope) }))}
            hint={t("Which records the role can see on its pages")}
          />
          <SwitchField
            name="RequireTotp"
            label={t("Require two-factor authentication")}
            hint={t("From now on, users must turn it on before they can do anything else")}
          />
        </>
      )}
      empty={{ title: t("No roles yet."), text: t("Every user needs a role.") }}
      deleteText={t("The role and its permissions are deleted. A role that users have cannot be deleted.")}
    />
  );
}

const scopes = ["all", "own"] as const;

function buildColumns(): readonly Column<RecordOf<typeof role>>[] {
  return [
    nameColumn({ key: "RoleName", title: t("Role"), width: 24, grow: 1, mobileSlot: "title" }),
    computedTextColumn(
      { key: "Scope", title: t("Visible records"), width: 24, grow: 1, mobileSlot: "sub" },
      ({ Scope }) => formatScope(Scope),
    ),
    {
      key: "RequireTotp",
      title: t("Two-factor"),
      width: 14,
      mobileSlot: "meta",
      render: ({ RequireTotp }) => (RequireTotp ? <Tag>{t("Required")}</Tag> : "—"),
      renderMobile: ({ RequireTotp }) => RequireTotp && <Tag>{t("Two-factor")}</Tag>,
      sortValue: ({ RequireTotp }) => (RequireTotp ? 0 : 1),
      exportValue: ({ RequireTotp }) => (RequireTotp ? t("Required") : ""),
    },
  ];
}
