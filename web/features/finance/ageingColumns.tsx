import type { Day } from "../../../shared/dates.ts";
import type { HouseAgesRecord } from "../../../shared/endpoints/ageing.ts";
import type { ReminderRecord } from "../../../shared/endpoints/reminders.ts";
import { amountColumn, dayColumn, dayText, houseColumn, textColumn } from "../../columns.tsx";
import { say } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { AgeingChat, AgeingMobile } from "./AgeingChat.tsx";
import { ChooseHouse } from "./AgeingChoice.tsx";
import { ReminderMark, reminderText } from "./AgeingReminder.tsx";
import { ageNames } from "./ageingAges.ts";

/** A house that is behind, with its reminder of today. */
export interface HouseBehind extends HouseAgesRecord {
  reminder: ReminderRecord | undefined;
}

interface ColumnInput {
  today: Day;
  /** Reminders may be sent. */
  choosing: boolean;
  /** Reminders may be seen. */
  reminding: boolean;
}

/** What the list of houses behind shows. */
export function ageingColumns({ today, choosing, reminding }: ColumnInput): readonly Column<HouseBehind>[] {
  return [
    ...(choosing ? [chooseColumn()] : []),
    houseColumn({ title: say("House"), width: 9, sticky: choosing }),
    textColumn({ key: "OwnerName", title: say("Owner"), width: 19, phone: "sub" }),
    {
      key: "MobileNo",
      title: say("Mobile"),
      width: 17,
      phone: "meta",
      render: (house, { tabIndex }) => <AgeingMobile house={house} today={today} tabIndex={tabIndex} />,
      renderPhone: (house, { tabIndex }) => <AgeingChat house={house} today={today} tabIndex={tabIndex} />,
      sortValue: ({ MobileNo }) => MobileNo,
    },
    ...ageNames().map(
      ({ key, title }): Column<HouseBehind> => ({
        key,
        title,
        width: 12,
        align: "end",
        phone: "hidden",
        render: (house) => <Money rupees={house[key]} decimals={2} dash />,
        sortValue: (house) => house[key],
        value: (house) => ({ rupees: house[key] }),
      }),
    ),
    amountColumn({ key: "due", title: say("Due, Rs"), width: 13, phone: "amount" }),
    {
      ...dayColumn({ key: "OldestDue", title: say("Oldest due"), width: 12, phone: "meta" }),
      renderPhone: ({ OldestDue }) => OldestDue && <Said text="since {day}" with={{ day: dayText(OldestDue) }} />,
    },
    ...(reminding ? [reminderColumn()] : []),
    dayColumn({ key: "LastPayment", title: say("Last payment"), width: 12, phone: "hidden" }),
    textColumn({ key: "CategoryName", title: say("Category"), width: 9, phone: "hidden" }),
    textColumn({ key: "EmailID", title: say("E-mail"), width: 24, phone: "hidden" }),
  ];
}

function chooseColumn(): Column<HouseBehind> {
  return {
    key: "Choose",
    title: say("Choose"),
    width: 7,
    sticky: true,
    phone: "action",
    render: ({ PlotID, HouseNo }, { tabIndex }) => (
      <ChooseHouse PlotID={PlotID} HouseNo={HouseNo} tabIndex={tabIndex} />
    ),
  };
}

function reminderColumn(): Column<HouseBehind> {
  return {
    key: "Reminder",
    title: say("Reminder"),
    width: 16,
    grow: 1,
    phone: "meta",
    render: ({ reminder }) => reminder && <ReminderMark reminder={reminder} />,
    sortValue: ({ reminder }) => reminder && reminderText(reminder),
  };
}
