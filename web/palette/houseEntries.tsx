import { canDo } from "../../shared/can-do.ts";
import { type Day, formatDay, monthOf } from "../../shared/dates.ts";
import { formatRupees, toRupees, zero } from "../../shared/money.ts";
import { can } from "../../shared/permissions.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import type { Session } from "../../shared/wire.ts";
import { houseAddress } from "../houseAddress.ts";
import { say, sayName } from "../lib/language.ts";
import { monthName } from "../months.ts";
import { Said } from "../Said.tsx";
import { Money } from "../ui/Money.tsx";
import { Plate } from "../ui/Plate.tsx";
import { addressToAdd } from "../useAskedToAdd.ts";
import type { HouseDues } from "./dues.ts";
import type { Entry } from "./entries.ts";
import type { Plot } from "./houses.ts";
import type { Books } from "./PaletteBooks.tsx";
import { DueText, PaidUp } from "./PaletteRow.tsx";
import type { Receipt } from "./useReceipts.ts";

/** The house, who owns it and what it owes now. */
export function houseEntry(house: Plot, { dues }: Pick<Books, "dues">): Entry {
  const owed = dues?.get(house.PlotID);
  return {
    key: houseKey(house),
    lead: <Plate house={house.HouseNo} category={house.CategoryName} />,
    title: house.OwnerName,
    hint: owed && lateText(owed),
    end: dues && <Due owed={owed} />,
    to: houseAddress(house.HouseNo),
  };
}

export function houseKey({ PlotID }: Pick<Plot, "PlotID">): string {
  return `house ${PlotID}`;
}

interface HouseActions {
  session: Session;
  today: Day;
  books: Books;
}

/** What this person may do with the house from here. */
export function houseActions(house: Plot, { session, today, books }: HouseActions): Entry[] {
  const owed = books.dues?.get(house.PlotID);
  const due = owed && owed.now > zero ? toRupees(owed.now) : undefined;
  const entries: Entry[] = [];
  const { guards } = paymentReceipt;
  const maySee = can(session, guards.list);
  if (maySee && can(session, guards.create)) {
    const { HouseNo } = house;
    entries.push({
      key: "add-receipt",
      icon: "plus",
      title: say("Add receipt"),
      hint: due === undefined ? say("house filled in") : say("house and open amount filled in"),
      shortcut: "n",
      to: addressToAdd(guards.create.page, due === undefined ? { HouseNo } : { HouseNo, AmountPaid: String(due) }),
    });
  }
  const { markPaid } = books;
  if (markPaid && owed) entries.push(markEntry(owed, { today, markPaid }));
  if (maySee && canDo(session, { resource: paymentSchedule, verb: "list" })) {
    const from = `${monthOf(today).year}-01-01`;
    entries.push({
      key: "statement",
      icon: "printer",
      title: say("Print statement"),
      hint: say("{from} to {to}", { from: formatDay(from), to: formatDay(today) }),
      shortcut: "p",
      to: `${houseAddress(house.HouseNo)}?print=1`,
    });
  }
  return entries;
}

interface Marking {
  today: Day;
  markPaid: NonNullable<Books["markPaid"]>;
}

function markEntry({ oldest }: HouseDues, { today, markPaid }: Marking): Entry {
  const { row, open, received } = oldest;
  const { year, month } = monthOf(row.DueDate);
  const name = monthName(month);
  const amount = formatRupees(toRupees(open), 2);
  return {
    key: "mark",
    icon: "check",
    title:
      year === monthOf(today).year
        ? say("Mark {month} paid", { month: name })
        : say("Mark {month} {year} paid", { month: name, year }),
    hint: received > zero ? say("rest of {amount}, today", { amount }) : say("{amount}, today", { amount }),
    shortcut: "Space",
    run: () => markPaid(row),
  };
}

/** A receipt leads to the list, searched for it. */
export function receiptEntry(receipt: Receipt): Entry {
  const { page } = paymentReceipt.guards.list;
  const name = receiptName(receipt);
  const { year } = monthOf(receipt.PaymentDate);
  return {
    key: `receipt ${receipt.PaymentReceiptID}`,
    icon: "receipt",
    title: name,
    hint: (
      <>
        <bdi>{receipt.HouseNo}</bdi>, {formatDay(receipt.PaymentDate)}, {sayName(receipt.PaymentMethod)}
      </>
    ),
    end: <Money rupees={receipt.AmountPaid} decimals={2} prefix />,
    to: `${page}&q=${name}&year=${year}`,
  };
}

function lateText({ now, count, oldest }: HouseDues): string | undefined {
  if (now === zero) return undefined;
  if (count > 1) return say("{count} installments open", { count });
  if (oldest.daysLate === 0) return say("due today");
  return oldest.daysLate === 1 ? say("1 day late") : say("{days} days late", { days: oldest.daysLate });
}

function Due({ owed }: { owed: HouseDues | undefined }) {
  if (!owed || owed.now === zero) return <PaidUp>{say("Paid up")}</PaidUp>;
  const amount = <Money rupees={toRupees(owed.now)} decimals={2} prefix />;
  return (
    <DueText>
      <Said text="{amount} due" with={{ amount }} />
    </DueText>
  );
}
