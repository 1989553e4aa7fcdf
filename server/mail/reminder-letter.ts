import { type Day, formatDay } from "../../shared/dates.ts";
import { stillDue } from "../../shared/domain/schedule.ts";
import { groupBy } from "../../shared/group.ts";
import { formatPaisa, sumPaisa } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import type { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { plot } from "../../shared/resources/plot.ts";
import { bilingual, type LetterSay } from "./bilingual.ts";
import type { Letter } from "./letter.ts";
import { monthIn } from "./month.ts";

interface ReminderFacts {
  house: Pick<RowOf<typeof plot>, "HouseNo" | "OwnerName" | "EmailID">;
  society: string;
  /** What has fallen due and is open, oldest first. */
  rows: readonly Pick<
    RowOf<typeof paymentSchedule>,
    "DueDate" | "Amount" | "PenaltyAmount" | "PenaltyApplied" | "AmountReceived"
  >[];
  today: Day;
}

/** What the house is reminded of: all that has fallen due by month, and what that comes to. */
export function reminderLetter({ house, society, rows, today }: ReminderFacts): Letter {
  const { HouseNo, OwnerName, EmailID } = house;
  const months = [...groupBy(rows, ({ DueDate }) => DueDate.slice(0, 7)).values()];
  const lines = (say: LetterSay) =>
    months.flatMap((month) => {
      const [first] = month;
      return first ? [[monthIn(say, first.DueDate), formatPaisa(sumPaisa(month.map(stillDue)))] as const] : [];
    });
  return bilingual({
    to: { name: OwnerName, address: EmailID },
    subject: reminderSubject(society, house),
    society,
    parts: (say) => [
      {
        text: say("this is a reminder of what is due for house {house} as of {day}:", {
          house: HouseNo,
          day: formatDay(today),
        }),
      },
      { lines: [...lines(say), [say("Total"), formatPaisa(sumPaisa(rows.map(stillDue)))]] },
      { text: say("Please pay at the office. If you have paid meanwhile, nothing needs to be done.") },
    ],
  });
}

export function reminderSubject(society: string, { HouseNo }: Pick<ReminderFacts["house"], "HouseNo">): string {
  return `${society}: what is due for house ${HouseNo}`;
}
