import type { Day } from "../../../shared/dates.ts";
import type { HouseAgesRecord } from "../../../shared/endpoints/ageing.ts";
import type { ReminderRecord } from "../../../shared/endpoints/reminders.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { amountColumn, dayColumn, dayOrDash, houseColumn, textColumn } from "../../resource/columns.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { listAgeBuckets } from "./ageBuckets.ts";
import { SelectHouse } from "./HouseSelection.tsx";
import { describeReminderStatus, ReminderStatusLabel } from "./ReminderStatusLabel.tsx";
import { MobileCell, WhatsAppLink } from "./WhatsAppLink.tsx";

/** A house that is behind, with its reminder of today. */
export interface OverdueHouse extends HouseAgesRecord {
  reminder: ReminderRecord | undefined;
}

interface AgeingColumnsInput {
  today: Day;
  /** Reminders may be sent. */
  canSendReminders: boolean;
  /** Reminders may be seen. */
  canSeeReminders: boolean;
}

/** What the list of houses behind shows. */
export function buildAgeingColumns({
  today,
  canSendReminders,
  canSeeReminders,
}: AgeingColumnsInput): readonly Column<OverdueHouse>[] {
  return [
    ...(canSendReminders ? [selectColumn()] : []),
    houseColumn({ title: t("House"), width: 9, sticky: canSendReminders }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 19, mobileSlot: "sub" }),
    {
      key: "MobileNo",
      title: t("Mobile"),
      width: 17,
      mobileSlot: "meta",
      render: (house, { tabIndex }) => <MobileCell house={house} today={today} tabIndex={tabIndex} />,
      renderMobile: (house, { tabIndex }) => <WhatsAppLink house={house} today={today} tabIndex={tabIndex} />,
      sortValue: ({ MobileNo }) => MobileNo,
    },
    ...listAgeBuckets().map(
      ({ key, title }): Column<OverdueHouse> => ({
        key,
        title,
        width: 12,
        align: "end",
        mobileSlot: "hidden",
        render: (house) => <Money rupees={house[key]} decimals={2} dashIfZero />,
        sortValue: (house) => house[key],
        exportValue: (house) => ({ rupees: house[key] }),
      }),
    ),
    amountColumn({ key: "due", title: t("Due, Rs"), width: 13, mobileSlot: "amount" }),
    {
      ...dayColumn({ key: "OldestDue", title: t("Oldest due"), width: 12, mobileSlot: "meta" }),
      renderMobile: ({ OldestDue }) => OldestDue && <Trans text="since {day}" with={{ day: dayOrDash(OldestDue) }} />,
    },
    ...(canSeeReminders ? [reminderColumn()] : []),
    dayColumn({ key: "LastPayment", title: t("Last payment"), width: 12, mobileSlot: "hidden" }),
    textColumn({ key: "CategoryName", title: t("Category"), width: 9, mobileSlot: "hidden" }),
    textColumn({ key: "EmailID", title: t("E-mail"), width: 24, mobileSlot: "hidden" }),
  ];
}

function selectColumn(): Column<OverdueHouse> {
  return {
    key: "Choose",
    title: t("Choose"),
    width: 7,
    sticky: true,
    mobileSlot: "action",
    render: ({ PlotID, HouseNo }, { tabIndex }) => (
      <SelectHouse PlotID={PlotID} HouseNo={HouseNo} tabIndex={tabIndex} />
    ),
  };
}

function reminderColumn(): Column<OverdueHouse> {
  return {
    key: "Reminder",
    title: t("Reminder"),
    width: 16,
    grow: 1,
    mobileSlot: "meta",
    render: ({ reminder }) => reminder && <ReminderStatusLabel reminder={reminder} />,
    sortValue: ({ reminder }) => reminder && describeReminderStatus(reminder),
  };
}
