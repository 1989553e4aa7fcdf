import styled from "styled-components";
import type { RecordOf } from "../../../shared/registry.ts";
import type { plot } from "../../../shared/resources/plot.ts";
import { t } from "../../i18n/t.ts";
import { textColumn } from "../../resource/columns.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { houseColumn } from "../HouseLink.tsx";

export type PlotRecord = RecordOf<typeof plot>;

/** The columns of the list of plots. */
export function buildPlotColumns(): readonly Column<PlotRecord>[] {
  return [
    houseColumn({ title: t("Plot No."), width: 12, sticky: true }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 18, grow: 2, mobileSlot: "sub" }),
    {
      key: "Contact",
      title: t("Contact"),
      width: 27,
      mobileSlot: "meta",
      render: ({ LandlineNo, MobileNo }) => (
        <bdi dir="ltr">{[LandlineNo, MobileNo].filter(Boolean).join(" · ") || "—"}</bdi>
      ),
      renderMobile: ({ LandlineNo, MobileNo }) => <bdi dir="ltr">{MobileNo || LandlineNo || t("No number")}</bdi>,
      sortValue: ({ LandlineNo, MobileNo }) => [LandlineNo, MobileNo].filter(Boolean).join(" "),
    },
    textColumn({ key: "EmailID", title: t("Email"), width: 20, grow: 2, mobileSlot: "hidden" }),
    textColumn({ key: "CategoryName", title: t("Category"), width: 8, mobileSlot: "hidden" }),
    textColumn({ key: "TypeName", title: t("Type"), width: 11, mobileSlot: "meta" }),
    textColumn({ key: "Floor", title: t("Floors"), width: 11, mobileSlot: "hidden" }),
    {
      key: "IsPlotOnly",
      title: t("Is Plot?"),
      width: 7,
      align: "center",
      mobileSlot: "meta",
      render: ({ IsPlotOnly }) => <YesNoIcon yes={isYes(IsPlotOnly)} />,
      renderMobile: ({ IsPlotOnly }) => (isYes(IsPlotOnly) ? t("Plot only") : null),
      sortValue: ({ IsPlotOnly }) => (isYes(IsPlotOnly) ? 1 : 0),
      exportValue: ({ IsPlotOnly }) => t(isYes(IsPlotOnly) ? "Yes" : "No"),
    },
  ];
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
