import { actionFlags } from "../../../shared/pages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { action } from "../../../shared/resources/action.ts";
import { t } from "../../i18n/t.ts";
import { nameColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The actions (View, Add, Edit and others), which are assigned to menus and granted to roles. */
export function ActionsScreen() {
  return (
    <ResourceScreen
      resource={action}
      title={t("Actions")}
      nouns={[t("action"), t("actions")]}
      columns={buildColumns}
      defaultValues={{ ActionName: "" }}
      fields={() => <TextField name="ActionName" label={t("Action Name")} />}
      empty={{ title: t("No actions yet."), text: t("Actions are assigned to menus and granted to roles.") }}
      deleteText={t(
        "The action disappears from the permissions. An action that a menu or a role uses cannot be deleted.",
      )}
    />
  );
}

const builtInActions: readonly string[] = Object.keys(actionFlags);

function buildColumns(): readonly Column<RecordOf<typeof action>>[] {
  return [
    nameColumn({ key: "ActionName", title: t("Action"), width: 24, grow: 1, mobileSlot: "title" }),
    {
      key: "Origin",
      title: t("Created by"),
      width: 24,
      grow: 1,
      mobileSlot: "sub",
      render: formatOrigin,
      exportValue: formatOrigin,
      sortValue: ({ ActionName }) => (builtInActions.includes(ActionName) ? 0 : 1),
    },
  ];
}

function formatOrigin({ ActionName }: RecordOf<typeof action>): string {
  return t(builtInActions.includes(ActionName) ? "The portal" : "An administrator");
}
