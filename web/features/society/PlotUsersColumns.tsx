import type { RecordOf } from "../../../shared/registry.ts";
import type { users } from "../../../shared/resources/users.ts";
import { Tag } from "../../ui/Badge.tsx";
import { Status } from "../../ui/Status.tsx";
import type { Column } from "../../ui/TableTypes.ts";

export type UserRecord = RecordOf<typeof users>;

/** What the list of users shows. */
export const userColumns: readonly Column<UserRecord>[] = [
  {
    key: "Username",
    title: "Username",
    width: 20,
    sticky: true,
    phone: "title",
    render: ({ Username }) => <bdi title={Username}>{Username}</bdi>,
    sortValue: ({ Username }) => Username,
  },
  {
    key: "FullName",
    title: "Full Name",
    width: 18,
    grow: 2,
    phone: "sub",
    render: ({ FullName }) => <bdi>{FullName}</bdi>,
    sortValue: ({ FullName }) => FullName,
  },
  {
    key: "Email",
    title: "Email",
    width: 20,
    grow: 2,
    phone: "hidden",
    render: ({ Email }) => (Email ? <bdi title={Email}>{Email}</bdi> : "—"),
    sortValue: ({ Email }) => Email,
  },
  {
    key: "Phone",
    title: "Phone",
    width: 15,
    phone: "hidden",
    render: ({ Phone }) => (Phone ? <bdi dir="ltr">{Phone}</bdi> : "—"),
    sortValue: ({ Phone }) => Phone,
  },
  {
    key: "RoleName",
    title: "Role",
    width: 13,
    phone: "meta",
    render: ({ RoleName }) => <Tag>{RoleName}</Tag>,
    sortValue: ({ RoleName }) => RoleName,
  },
  {
    key: "PlotIDs",
    title: "Plots",
    width: 7,
    align: "end",
    phone: "meta",
    render: ({ PlotIDs }) => (PlotIDs.length > 0 ? PlotIDs.length : "—"),
    renderPhone: ({ PlotIDs }) => `${PlotIDs.length} ${PlotIDs.length === 1 ? "plot" : "plots"}`,
    sortValue: ({ PlotIDs }) => PlotIDs.length,
  },
  {
    key: "IsActive",
    title: "Status",
    width: 12,
    phone: "meta",
    render: ({ IsActive }) => <Status value={IsActive ? "Active" : "In-Active"} />,
    sortValue: ({ IsActive }) => (IsActive ? 0 : 1),
  },
];
