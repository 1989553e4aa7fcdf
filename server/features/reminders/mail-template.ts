import { type Day, formatDay } from "../../../shared/dates.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { type DatedItem, outstandingAmount } from "../../../shared/domain/schedule.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { formatPaisa, sumPaisa } from "../../../shared/money.ts";
import type { Plot } from "../../../shared/resources/plot.ts";
import type { MailMessage } from "../../mail/message.ts";
import {
  type DetailRow,
  formatMonth,
  renderBilingual,
  type TemplateTranslate,
} from "../../mail/templates/bilingual.ts";
import { reminderSubject } from "../../mail/templates/subjects.ts";

interface ReminderMailData {
  house: Pick<Plot, "HouseNo" | "OwnerName" | "EmailID">;
  society: SocietyLetterhead;
  /** The overdue installments and charges, oldest first. */
  items: readonly DatedItem[];
  today: Day;
}

/** The mail with all overdue amounts by month, in English and Urdu. */
export function renderReminderMail({ house, society, items, today }: ReminderMailData): MailMessage {
  const { HouseNo, OwnerName, EmailID } = house;
  const itemsByMonth = groupBy(items, ({ DueDate }) => DueDate.slice(0, 7));
  const buildMonthDetails = (t: TemplateTranslate): DetailRow[] =>
    [...itemsByMonth].map(([month, monthItems]) => [
      formatMonth(t, `${month}-01`),
      formatPaisa(sumPaisa(monthItems.map(outstandingAmount))),
    ]);
  return renderBilingual({
    to: { name: OwnerName, address: EmailID },
    subject: reminderSubject(society.Name, house),
    society,
    blocks: (t) => [
      {
        text: t("this is a reminder of what is overdue for house {house} on {day}:", {
          house: HouseNo,
          day: formatDay(today),
        }),
      },
      { details: [...buildMonthDetails(t), [t("Total"), formatPaisa(sumPaisa(items.map(outstandingAmount)))]] },
      { text: t("Please pay at the office. If you have already paid, ignore this email.") },
    ],
  });
}
