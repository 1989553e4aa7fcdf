import { type Day, formatDay } from "../../shared/dates.ts";
import { formatRupees } from "../../shared/money.ts";
import { t } from "../i18n/t.ts";

interface DueMessageInput {
  house: { HouseNo: string; OwnerName: string };
  /** In rupees. */
  due: number;
  today: Day;
  /** The society's name. */
  society: string;
}

/** Prepared text of a message to a house's owner: the amount due, or only the house if nothing is due. */
export function buildDueMessage({
  house: { HouseNo: house, OwnerName: owner },
  due,
  today,
  society,
}: DueMessageInput): string {
  if (due === 0)
    return t("Assalam-o-alaikum {owner}. This is about house {house}. {society}", { owner, house, society });
  return t(
    "Assalam-o-alaikum {owner}. For house {house}, {amount} is due as of {day}. Please pay at the office. {society}",
    { owner, house, amount: formatRupees(due, 2), day: formatDay(today), society },
  );
}
