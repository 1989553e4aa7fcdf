import styled from "styled-components";
import { toRupees } from "../../../shared/money.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import type { HouseYear } from "../../domain/schedule/houseYear.ts";
import { YearStrip } from "../../domain/schedule/YearStrip.tsx";
import { t } from "../../i18n/t.ts";
import { toneColor } from "../../ui/badge/Badge.tsx";
import type { CellFocus, GroupCell } from "../../ui/table/tableTypes.ts";
import { MetaText } from "../../ui/text/MetaText.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** A house above its installments: whose it is, its year at a glance, and what is open. */
export function renderHouseCells(of: HouseYear, { tabIndex }: CellFocus): readonly GroupCell[] {
  return [
    {
      column: "HouseNo",
      mobileSlot: "title",
      content: <HouseLink house={of.house} category={of.category} tabIndex={tabIndex} />,
    },
    { column: "InstallmentNumber", span: 2, mobileSlot: "title", content: <Owner>{of.owner}</Owner> },
    { column: "DueDate", mobileSlot: "meta", content: <YearStrip months={of.months} /> },
    {
      column: "Amount",
      span: 2,
      mobileSlot: "hidden",
      content: <MetaText>{t("{count} of {due} paid", { count: of.paidCount, due: of.entries.length })}</MetaText>,
    },
    {
      column: "Due",
      align: "end",
      mobileSlot: "amount",
      content: <Money rupees={toRupees(of.dueNow)} decimals={2} strong={of.dueNow > 0} dashIfZero />,
    },
    { column: "Status", span: 2, mobileSlot: "hidden", content: <OverdueText>{describeOverdue(of)}</OverdueText> },
  ];
}

function describeOverdue({ overdueCount, partPaidCount }: HouseYear): string {
  return [
    overdueCount > 0 ? t("{count} overdue", { count: overdueCount }) : "",
    partPaidCount > 0 ? t("{count} part-paid", { count: partPaidCount }) : "",
  ]
    .filter(Boolean)
    .join(t(", "));
}

const Owner = styled.bdi`
  ${typography("strong")}
  display: inline-block;
  max-inline-size: 100%;
  overflow: clip;
  text-overflow: ellipsis;
`;

const OverdueText = styled.span`
  ${typography("metaStrong")}
  color: ${({ theme }) => toneColor(theme, "warn")};
`;
