import type { ReactNode } from "react";
import { type Day, formatDay } from "../../../shared/dates.ts";
import type { HouseAgesRecord } from "../../../shared/endpoints/ageing.ts";
import type { ReminderRecord } from "../../../shared/endpoints/reminders.ts";
import { HousePlate } from "../../HousePlate.tsx";
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
    {
      key: "HouseNo",
      title: say("House"),
      width: 9,
      sticky: choosing,
      phone: "title",
      render: ({ HouseNo, CategoryName }, { tabIndex }) => (
        <HousePlate house={HouseNo} category={CategoryName} tabIndex={tabIndex} />
      ),
      sortValue: ({ HouseNo }) => HouseNo,
    },
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
    {
      key: "due",
      title: say("Due, Rs"),
      width: 13,
      align: "end",
      phone: "amount",
      render: ({ due }) => <Money rupees={due} decimals={2} strong />,
      sortValue: ({ due }) => due,
      value: ({ due }) => ({ rupees: due }),
    },
    dayColumn("OldestDue", say("Oldest due")),
    ...(reminding ? [reminderColumn()] : []),
    dayColumn("LastPayment", say("Last payment")),
    textColumn({ key: "CategoryName", title: say("Category"), width: 9 }),
    textColumn({ key: "EmailID", title: say("E-mail"), width: 24 }),
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

function textColumn({
  key,
  title,
  width,
  phone = "hidden",
}: {
  key: "OwnerName" | "CategoryName" | "EmailID";
  title: string;
  width: number;
  phone?: "sub" | "hidden";
}): Column<HouseBehind> {
  return {
    key,
    title,
    width,
    phone,
    render: (house) => <bdi title={house[key]}>{house[key] || "—"}</bdi>,
    sortValue: (house) => house[key],
  };
}

function dayColumn(key: "OldestDue" | "LastPayment", title: string): Column<HouseBehind> {
  return {
    key,
    title,
    width: 12,
    phone: key === "OldestDue" ? "meta" : "hidden",
    render: (house) => dayText(house[key]),
    renderPhone: (house) => {
      const day = house[key];
      return day && <Said text="since {day}" with={{ day: dayText(day) }} />;
    },
    sortValue: (house) => house[key],
    value: (house) => {
      const day = house[key];
      return day && { day };
    },
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

function dayText(day: Day | null): ReactNode {
  return day === null ? "—" : <bdi dir="ltr">{formatDay(day)}</bdi>;
}
