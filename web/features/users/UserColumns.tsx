import type { RecordOf } from "../../../shared/registry.ts";
import type { users } from "../../../shared/resources/users.ts";
import { Status } from "../../domain/Status.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { textColumn } from "../../resource/columns.tsx";
import { Tag } from "../../ui/badge/Badge.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

export type UserRecord = RecordOf<typeof users>;

/** What the list of users shows. */
export function buildColumns(): readonly Column<UserRecord>[] {
  return [
    textColumn({ key: "Username", title: t("Username"), width: 20, sticky: true, mobileSlot: "title" }),
    textColumn({ key: "FullName", title: t("Full Name"), width: 18, grow: 2, mobileSlot: "sub" }),
    textColumn({ key: "Email", title: t("Email"), width: 20, grow: 2, mobileSlot: "hidden" }),
    {
      key: "Phone",
      title: t("Phone"),
      width: 15,
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
      renderMobile: ({ PlotIDs }) =>
        PlotIDs.length === 1 ? t("1 plot") : t("{count} plots", { count: PlotIDs.length }),
      sortValue: ({ PlotIDs }) => PlotIDs.length,
    },
    {
      key: "IsActive",
      title: t("Status"),
      width: 12,
      mobileSlot: "meta",
      render: ({ IsActive }) => <Status value={IsActive ? "Active" : "In-Active"} />,
      sortValue: ({ IsActive }) => (IsActive ? 0 : 1),
      exportValue: ({ IsActive }) => t(IsActive ? "Active" : "In-Active"),
    },
  ];
}
