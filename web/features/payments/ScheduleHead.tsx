import styled from "styled-components";
import { toRupees } from "../../../shared/money.ts";
import { HousePlate } from "../../HousePlate.tsx";
import { say } from "../../lib/language.ts";
import type { House } from "../../schedule/ScheduleHouse.ts";
import { type } from "../../theme.ts";
import { toneColor } from "../../ui/Badge.tsx";
import { Money } from "../../ui/Money.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import type { CellFocus, GroupCell } from "../../ui/TableTypes.ts";
import { YearStrip } from "../../ui/YearStrip.tsx";

/** A house above its installments: whose it is, its year at a glance, and what is open. */
export function houseCells(of: House, { tabIndex }: CellFocus): readonly GroupCell[] {
  return [
    {
      column: "HouseNo",
      phone: "title",
      content: <HousePlate house={of.house} category={of.category} tabIndex={tabIndex} />,
    },
    { column: "InstallmentNumber", span: 2, phone: "title", content: <Owner>{of.owner}</Owner> },
    { column: "DueDate", phone: "meta", content: <YearStrip months={of.months} /> },
    {
      column: "Amount",
      span: 2,
      phone: "hidden",
      content: <Quiet>{say("{count} of {due} paid", { count: of.paid, due: of.lines.length })}</Quiet>,
    },
    {
      column: "Due",
      align: "end",
      phone: "amount",
      content: <Money rupees={toRupees(of.dueNow)} decimals={2} strong={of.dueNow > 0} dash />,
    },
    { column: "Status", span: 2, phone: "hidden", content: <Behind>{behind(of)}</Behind> },
  ];
}

function behind({ overdue, partPaid }: House): string {
  return [
    overdue > 0 ? say("{count} overdue", { count: overdue }) : "",
    partPaid > 0 ? say("{count} part-paid", { count: partPaid }) : "",
  ]
    .filter(Boolean)
    .join(say(", "));
}

const Owner = styled.bdi`
  ${type("strong")}
  display: inline-block;
  max-inline-size: 100%;
  overflow: clip;
  text-overflow: ellipsis;
`;

const Behind = styled.span`
  ${type("metaStrong")}
  color: ${({ theme }) => toneColor(theme, "warn")};
`;
