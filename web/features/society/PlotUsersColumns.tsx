import type { RecordOf } from "../../../shared/registry.ts";
import type { users } from "../../../shared/resources/users.ts";
import { textColumn } from "../../columns.tsx";
import { say, sayName } from "../../lib/language.ts";
import { Tag } from "../../ui/Badge.tsx";
import { Status } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";

export type UserRecord = RecordOf<typeof users>;

/** What the list of users shows. */
export function userColumns(): readonly Column<UserRecord>[] {
  return [
    textColumn({ key: "Username", title: say("Username"), width: 20, sticky: true, phone: "title" }),
    textColumn({ key: "FullName", title: say("Full Name"), width: 18, grow: 2, phone: "sub" }),
    textColumn({ key: "Email", title: say("Email"), width: 20, grow: 2, phone: "hidden" }),
    {
      key: "Phone",
      title: say("Phone"),
      width: 15,
      phone: "hidden",
      render: ({ Phone }) => (Phone ? <bdi dir="ltr">{Phone}</bdi> : "—"),
      sortValue: ({ Phone }) => Phone,
    },
    {
      key: "RoleName",
      title: say("Role"),
      width: 13,
      phone: "meta",
      render: ({ RoleName }) => <Tag>{sayName(RoleName)}</Tag>,
      sortValue: ({ RoleName }) => RoleName,
    },
    {
      key: "PlotIDs",
      title: say("Plots"),
      width: 7,
      align: "end",
      phone: "meta",
      render: ({ PlotIDs }) => (PlotIDs.length > 0 ? PlotIDs.length : "—"),
      renderPhone: ({ PlotIDs }) =>
        PlotIDs.length === 1 ? say("1 plot") : say("{count} plots", { count: PlotIDs.length }),
      sortValue: ({ PlotIDs }) => PlotIDs.length,
    },
    {
      key: "IsActive",
      title: say("Status"),
      width: 12,
      phone: "meta",
      render: ({ IsActive }) => <Status value={IsActive ? "Active" : "In-Active"} />,
      sortValue: ({ IsActive }) => (IsActive ? 0 : 1),
      value: ({ IsActive }) => say(IsActive ? "Active" : "In-Active"),
    },
  ];
}
