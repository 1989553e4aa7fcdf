import styled from "styled-components";
import { sumRupees } from "../../../shared/money.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import type { plot } from "../../../shared/resources/plot.ts";
import { t } from "../../i18n/t.ts";
import { textColumn } from "../../resource/columns.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { Balance, exportBalance } from "../Balance.tsx";
import { houseColumn } from "../HouseLink.tsx";
import type { BalanceByHouse } from "./useBalanceByHouse.ts";

export type PlotRecord = RecordOf<typeof plot>;

/** The columns of the list of plots; that of the balances only with `balances`. */
export function buildPlotColumns(balances?: BalanceByHouse): readonly Column<PlotRecord>[] {
  return [
    houseColumn({ title: t("Plot No."), width: 9, sticky: true }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 2, mobileSlot: "sub" }),
    {
      key: "Contact",
      title: t("Contact"),
      width: 25,
      mobileSlot: "meta",
      render: ({ LandlineNo, MobileNo }) => (
        <bdi dir="ltr">{[LandlineNo, MobileNo].filter(Boolean).join(" · ") || "—"}</bdi>
      ),
      renderMobile: ({ LandlineNo, MobileNo }) => <bdi dir="ltr">{MobileNo || LandlineNo || t("No number")}</bdi>,
      sortValue: ({ LandlineNo, MobileNo }) => [LandlineNo, MobileNo].filter(Boolean).join(" "),
    },
    ...(balances ? [balanceColumn(balances)] : []),
    textColumn({ key: "EmailID", title: t("Email"), width: 12.25, grow: 2, mobileSlot: "hidden" }),
    textColumn({ key: "CategoryName", title: t("Category"), width: 8, mobileSlot: "hidden" }),
    textColumn({ key: "TypeName", title: t("Type"), width: 9.5, mobileSlot: "meta" }),
    textColumn({ key: "Floor", title: t("Floors"), width: 9.25, mobileSlot: "hidden" }),
    {
      key: "IsPlotOnly",
      title: t("Is Plot?"),
      width: 9.25,
      align: "center",
      mobileSlot: "meta",
      render: ({ IsPlotOnly }) => <YesNoIcon yes={isYes(IsPlotOnly)} />,
      renderMobile: ({ IsPlotOnly }) => (isYes(IsPlotOnly) ? t("Plot only") : null),
      sortValue: ({ IsPlotOnly }) => (isYes(IsPlotOnly) ? 1 : 0),
      exportValue: ({ IsPlotOnly }) => t(isYes(IsPlotOnly) ? "Yes" : "No"),
    },
  ];
}

/** What a house owes less its credit, in rupees. */
function balanceColumn(balances: BalanceByHouse): Column<PlotRecord> {
  const balanceOf = ({ PlotID }: PlotRecord) => {
    const { Outstanding, Credit } = balances.get(PlotID) ?? { Outstanding: 0, Credit: 0 };
    return sumRupees([Outstanding, -Credit]);
  };
  return {
    key: "Balance",
    title: t("Balance, Rs"),
    width: 12,
    align: "end",
    mobileSlot: "amount",
    render: (house) => (balanceOf(house) === 0 ? "—" : <Balance rupees={balanceOf(house)} strong />),
    sortValue: balanceOf,
    exportValue: (house) => exportBalance(balanceOf(house)),
  };
}

function isYes(value: unknown): boolean {
  return value === true || value === 1;
}

function YesNoIcon({ yes }: { yes: boolean }) {
  return (
    <YesNoBox $yes={yes}>
      <Icon name={yes ? "check" : "x"} />
      <VisuallyHidden as="span">{t(yes ? "Yes" : "No")}</VisuallyHidden>
    </YesNoBox>
  );
}

const YesNoBox = styled.span<{ $yes: boolean }>`
  position: relative;
  display: inline-flex;
  align-items: center;
  block-size: 1lh;
  color: ${({ theme, $yes }) => ($yes ? theme.color.accent : theme.color.textSubtle)};
`;
