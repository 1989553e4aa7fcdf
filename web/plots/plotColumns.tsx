import styled from "styled-components";
import type { RecordOf } from "../../shared/registry.ts";
import type { plot } from "../../shared/resources/plot.ts";
import { houseColumn, textColumn } from "../columns.tsx";
import { say } from "../lib/language.ts";
import { Icon } from "../ui/Icon.tsx";
import { Heard } from "../ui/TableHeard.ts";
import type { Column } from "../ui/TableTypes.ts";

export type PlotRecord = RecordOf<typeof plot>;

/** What the list of plots shows; on the phone the owner's mobile stands in for all ways to reach them. */
export function plotColumns(): readonly Column<PlotRecord>[] {
  return [
    houseColumn({ title: say("Plot No."), width: 12, sticky: true }),
    textColumn({ key: "OwnerName", title: say("Owner"), width: 18, grow: 2, phone: "sub" }),
    {
      key: "Contact",
      title: say("Contact"),
      width: 27,
      phone: "meta",
      render: ({ LandlineNo, MobileNo }) => (
        <bdi dir="ltr">{[LandlineNo, MobileNo].filter(Boolean).join(" · ") || "—"}</bdi>
      ),
      renderPhone: ({ LandlineNo, MobileNo }) => <bdi dir="ltr">{MobileNo || LandlineNo || say("No number")}</bdi>,
      sortValue: ({ LandlineNo, MobileNo }) => [LandlineNo, MobileNo].filter(Boolean).join(" "),
    },
    textColumn({ key: "EmailID", title: say("Email"), width: 20, grow: 2, phone: "hidden" }),
    textColumn({ key: "CategoryName", title: say("Category"), width: 8, phone: "hidden" }),
    textColumn({ key: "TypeName", title: say("Type"), width: 11, phone: "meta" }),
    textColumn({ key: "Floor", title: say("Floors"), width: 11, phone: "hidden" }),
    {
      key: "IsPlotOnly",
      title: say("Is Plot?"),
      width: 7,
      align: "center",
      phone: "meta",
      render: ({ IsPlotOnly }) => <Mark yes={isYes(IsPlotOnly)} />,
      renderPhone: ({ IsPlotOnly }) => (isYes(IsPlotOnly) ? say("Plot only") : null),
      sortValue: ({ IsPlotOnly }) => (isYes(IsPlotOnly) ? 1 : 0),
      value: ({ IsPlotOnly }) => say(isYes(IsPlotOnly) ? "Yes" : "No"),
    },
  ];
}

function isYes(value: unknown): boolean {
  return value === true || value === 1;
}

function Mark({ yes }: { yes: boolean }) {
  return (
    <Shape $yes={yes}>
      <Icon name={yes ? "check" : "x"} />
      <Heard as="span">{say(yes ? "Yes" : "No")}</Heard>
    </Shape>
  );
}

const Shape = styled.span<{ $yes: boolean }>`
  position: relative;
  display: inline-flex;
  align-items: center;
  block-size: 1lh;
  color: ${({ theme, $yes }) => ($yes ? theme.color.accent : theme.color.ink3)};
`;
