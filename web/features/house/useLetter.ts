import { type Day, formatDay } from "../../../shared/dates.ts";
import { formatRupees, toRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { useWelcome } from "../../lib/welcome.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import type { Account } from "./houseAccount.ts";

interface LetterInput {
  house: PlotRecord;
  account: Account;
  today: Day;
}

/** A text to the owner, ready to be sent: what is due, where anything is. */
export function useLetter({ house, account, today }: LetterInput): string {
  const society = useWelcome()?.name ?? "";
  const { HouseNo, OwnerName: owner } = house;
  const { dueNow } = account;
  if (dueNow === 0)
    return say("Assalam-o-alaikum {owner}. This is about house {house}. {society}", { owner, house: HouseNo, society });
  return say(
    "Assalam-o-alaikum {owner}. For house {house}, {amount} is due as of {day}. Please pay at the office. {society}",
    {
      owner,
      house: HouseNo,
      amount: formatRupees(toRupees(dueNow), 2),
      day: formatDay(today),
      society,
    },
  );
}
