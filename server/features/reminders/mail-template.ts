import { type Day, formatDay } from "../../../shared/dates.ts";
import { groupBy } from "../../../shared/domain/collections.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import { formatPaisa, sumPaisa } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import type { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import type { plot } from "../../../shared/resources/plot.ts";
import type { MailMessage } from "../../mail/message.ts";
import { formatMonth, renderBilingual, type TemplateTranslate } from "../../mail/templates/bilingual.ts";
import { reminderSubject } from "../../mail/templates/subjects.ts";

interface ReminderMailData {
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
export function renderReminderMail({ house, society, rows, today }: ReminderMailData): MailMessage {
  const { HouseNo, OwnerName, EmailID } = house;
  const months = [...groupBy(rows, ({ DueDate }) => DueDate.slice(0, 7)).values()];
  const lines = (say: TemplateTranslate) =>
    months.flatMap((month) => {
      const [first] = month;
      return first
        ? [[formatMonth(say, first.DueDate), formatPaisa(sumPaisa(month.map(outstandingAmount)))] as const]
        : [];
    });
  return renderBilingual({
    to: { name: OwnerName, address: EmailID },
    subject: reminderSubject(society, house),
    society,
    blocks: (say) => [
      {
        text: say("this is a reminder of what is due for house {house} as of {day}:", {
          house: HouseNo,
          day: formatDay(today),
        }),
      },
      { details: [...lines(say), [say("Total"), formatPaisa(sumPaisa(rows.map(outstandingAmount)))]] },
      { text: say("Please pay at the office. If you have paid meanwhile, nothing needs to be done.") },
    ],
  });
}
