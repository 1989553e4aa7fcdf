import { type Day, daysBetween, formatDay, monthOf } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { formatRupees, toRupees, zero } from "../../shared/money.ts";
import { can } from "../../shared/permissions.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Session } from "../../shared/wire.ts";
import { formatOverdueCount } from "../domain/counts.ts";
import { HouseBadge, houseUrl } from "../domain/HouseLink.tsx";
import type { PlotSummary } from "../domain/plots/houseSearch.ts";
import type { PlotBalance } from "../domain/plots/useBalanceByHouse.ts";
import type { ScheduleEntry } from "../domain/schedule/scheduleEntry.ts";
import { monthName } from "../i18n/dateTime.ts";
import { Trans } from "../i18n/Trans.tsx";
import { t } from "../i18n/t.ts";
import { createFormUrl } from "../resource/useOpenCreateFromUrl.ts";
import { formatCount, Money } from "../ui/text/Money.tsx";
import type { PaletteData } from "./PaletteData.tsx";
import { NothingOverdue, OverdueText } from "./PaletteRow.tsx";
import type { PaletteItem } from "./paletteItem.ts";

interface HouseItemInput {
  today: Day;
  data: PaletteData;
}

/** A house with its owner and what is overdue. */
export function toHouseItem(house: PlotSummary, { today, data: { balanceByHouse } }: HouseItemInput): PaletteItem {
  const balance = balanceByHouse?.get(house.PlotID);
  return {
    key: houseKey(house),
    leading: <HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />,
    title: house.OwnerName,
    hint: balance && describeOverdue(balance, today),
    trailing: balanceByHouse && <OverdueAmount rupees={balance?.Overdue ?? 0} />,
    url: houseUrl(house.HouseNo),
    hasActions: true,
  };
}

/** Opens the list of the `count` houses that match the text, more than the palette shows. */
export function toAllHousesItem(count: number, text: string): PaletteItem {
  return {
    key: "all-houses",
    icon: "search",
    title: t("All {count} houses", { count: formatCount(count) }),
    hint: t("searched for “{text}”", { text }),
    url: `${plot.guards.list.page}&q=${encodeURIComponent(text)}`,
  };
}

/** The key of the house's palette item. */
export function houseKey({ PlotID }: Pick<PlotSummary, "PlotID">): string {
  return `house ${PlotID}`;
}

/** The key of the action "Add receipt" on a house. */
export const addReceiptKey = "add-receipt";

interface HouseActionsInput extends HouseItemInput {
  session: Session;
}

/** The actions that the user may take on the house, with the shortcuts that they have while the house is pinned. */
export function buildHouseActions(house: PlotSummary, { session, today, data }: HouseActionsInput): PaletteItem[] {
  const overdue = data.balanceByHouse?.get(house.PlotID)?.Overdue ?? 0;
  const items: PaletteItem[] = [];
  const { guards } = paymentReceipt;
  const canListReceipts = can(session, guards.list);
  if (canListReceipts && can(session, guards.create)) {
    const { HouseNo } = house;
    items.push({
      key: addReceiptKey,
      icon: "plus",
      title: t("Add receipt"),
      hint: overdue === 0 ? t("house filled in") : t("house and overdue amount filled in"),
      shortcut: "n",
      url: createFormUrl(guards.create.page, overdue === 0 ? { HouseNo } : { HouseNo, AmountPaid: String(overdue) }),
      opensDialog: true,
    });
  }
  const { markPaid } = data;
  const oldestUnpaid = data.oldestUnpaid.get(house.PlotID);
  if (markPaid && oldestUnpaid) items.push(toMarkPaidItem(oldestUnpaid, { today, markPaid }));
  if (canListReceipts && canAccess(session, { resource: paymentSchedule, verb: "list" })) {
    const from = `${monthOf(today).year}-01-01`;
    items.push({
      key: "statement",
      icon: "printer",
      title: t("Print statement"),
      hint: t("{from} to {to}", { from: formatDay(from), to: formatDay(today) }),
      shortcut: "p",
      url: `${houseUrl(house.HouseNo)}?print=1`,
    });
  }
  return items;
}

interface MarkPaidInput {
  today: Day;
  markPaid: NonNullable<PaletteData["markPaid"]>;
}

function toMarkPaidItem(
  { row, outstanding, received }: ScheduleEntry,
  { today, markPaid }: MarkPaidInput,
): PaletteItem {
  const { year, month } = monthOf(row.DueDate);
  const name = monthName(month);
  const amount = formatRupees(toRupees(outstanding), 2);
  return {
    key: "mark",
    icon: "check",
    title:
      year === monthOf(today).year
        ? t("Mark {month} paid", { month: name })
        : t("Mark {month} {year} paid", { month: name, year }),
    hint: received > zero ? t("rest of {amount}, today", { amount }) : t("{amount}, today", { amount }),
    shortcut: "Space",
    run: () => markPaid(row),
  };
}

function describeOverdue({ OverdueCount, OldestDue }: PlotBalance, today: Day): string | undefined {
  if (OldestDue === null) return undefined;
  return formatOverdueCount(OverdueCount, daysBetween(OldestDue, today));
}

function OverdueAmount({ rupees }: { rupees: number }) {
  if (rupees === 0) return <NothingOverdue>{t("Nothing overdue")}</NothingOverdue>;
  const amount = <Money rupees={rupees} showCurrency />;
  return (
    <OverdueText>
      <Trans text="{amount} overdue" with={{ amount }} />
    </OverdueText>
  );
}
