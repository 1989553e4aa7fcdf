import { formatMonthYear } from "../../../shared/dates.ts";
import { formatConsumerNumber } from "../../../shared/domain/consumer-number.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { type bill, billName, billStateLabels } from "../../../shared/resources/bill.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { amountColumn, codeColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { Badge } from "../../ui/badge/Badge.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

export type Bill = RecordOf<typeof bill>;

export function buildBillColumns(): readonly Column<Bill>[] {
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
        <span title={describeMail(row)}>
          <Badge tone={stateTones[row.State]} icon={row.IsEmailSent ? "mail" : undefined}>
            {t(billStateLabels[row.State])}
          </Badge>
        </span>
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

const stateTones = { issued: "warn", paid: "good", withdrawn: "neutral" } as const;

function formatBillMonth({ Month, Year }: Bill): string {
  return formatMonthYear({ month: Month, year: Year });
}
