import { type Day, formatDay } from "../../../shared/dates.ts";
import { formatRupees, toRupees } from "../../../shared/money.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import type { HouseAccount } from "./houseAccount.ts";

interface OwnerMessageInput {
  house: PlotRecord;
  account: HouseAccount;
  today: Day;
}

/** A text to the owner, ready to be sent: what is due, where anything is. */
export function useOwnerMessage({ house, account, today }: OwnerMessageInput): string {
  const society = useSocietyInfo()?.name ?? "";
  const { HouseNo, OwnerName: owner } = house;
  const { dueNow } = account;
  if (dueNow === 0)
    return t("Assalam-o-alaikum {owner}. This is about house {house}. {society}", { owner, house: HouseNo, society });
  return t(
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
