import styled from "styled-components";
import { type Day, formatMonthYear } from "../../../shared/dates.ts";
import { formatConsumerNumber } from "../../../shared/domain/consumer-number.ts";
import { isOverdue } from "../../../shared/domain/schedule.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { type bill, billName, billStateLabels } from "../../../shared/resources/bill.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { amountColumn, codeColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

export type Bill = RecordOf<typeof bill>;

/** The columns of the list on `today`, the society's day. */
export function buildBillColumns(today: Day): readonly Column<Bill>[] {
  return [
    codeColumn(
      { key: "BillNo", title: t("No."), width: 9, mobileSlot: "sub", sortValue: ({ BillNo }) => BillNo },
      billName,
    ),
    houseColumn({ title: t("House"), width: 9 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 10.5, grow: 2, mobileSlot: "sub" }),
    {
      key: "ConsumerNo",
      title: t("Consumer No"),
      width: 12,
      dropOrder: 1,
      mobileSlot: "hidden",
      render: ({ ConsumerNo }) => <bdi dir="ltr">{formatConsumerNumber(ConsumerNo)}</bdi>,
      sortValue: ({ ConsumerNo }) => ConsumerNo,
    },
    codeColumn(
      {
        key: "Month",
        title: t("Month"),
        width: 8,
        mobileSlot: "meta",
        sortValue: ({ Year, Month }) => Year * 12 + Month,
      },
      formatBillMonth,
    ),
    amountColumn({ key: "Charges", title: t("Charges, Rs"), width: 9, mobileSlot: "hidden" }),
    amountColumn({ key: "Arrears", title: t("Arrears, Rs"), width: 11.5, mobileSlot: "hidden" }),
    amountColumn({ key: "AmountWithin", title: t("Payable, Rs"), width: 12.5, mobileSlot: "amount" }),
    dayColumn({ key: "DueDate", title: t("Due date"), width: 12.5, mobileSlot: "meta" }),
    amountColumn({ key: "AmountAfter", title: t("After due date, Rs"), width: 14, mobileSlot: "hidden" }),
    {
      key: "State",
      title: t("State"),
      width: 11,
      grow: 1,
      showsRowState: true,
      mobileSlot: "meta",
      render: (row) => (
        <State title={describeMail(row)}>
          <StatusLabel {...getStateStyle(row, today)}>{t(billStateLabels[row.State])}</StatusLabel>
          {row.IsEmailSent === 1 && <Icon name="mail" />}
        </State>
      ),
      sortValue: ({ State }) => t(billStateLabels[State]),
    },
  ];
}

/** Whether the bill was mailed, or why not. */
function describeMail({ IsEmailSent, MailError }: Bill): string {
  if (MailError !== "") return translateMessage(MailError);
  return IsEmailSent ? t("Emailed") : "";
}

/** The icon and tone of the bill's state; an issued bill past its due date stands out. */
function getStateStyle({ State, DueDate }: Pick<Bill, "State" | "DueDate">, today: Day) {
  return State === "issued" && isOverdue(DueDate, today) ? overdueStyle : stateStyles[State];
}

const stateStyles = {
  issued: { icon: "circle", tone: "neutral" },
  paid: { icon: "check", tone: "good" },
  withdrawn: { icon: "minus", tone: "neutral" },
} as const;
const overdueStyle = { icon: "clock-alert", tone: "warn" } as const;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  max-inline-size: 100%;
`;

function formatBillMonth({ Month, Year }: Bill): string {
  return formatMonthYear({ month: Month, year: Year });
}
