import { type Day, formatDay, MONTH_NAMES, monthOf } from "../../shared/dates.ts";
import { formatRupees, type Paisa, toRupees } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { type paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import type { Address } from "./address.ts";
import { escapeHtml, type Letter } from "./letter.ts";

interface ReceiptFacts {
  receipt: Pick<
    RowOf<typeof paymentReceipt>,
    "ReceiptNo" | "HouseNo" | "AmountPaid" | "PaymentDate" | "PaymentMethod" | "Remarks" | "Credit"
  >;
  /** The owner. */
  to: Address;
  society: string;
  /** What it paid, oldest first. */
  settled: readonly { DueDate: Day; Amount: Paisa }[];
  /** What the house has still to pay, up to and with this month. */
  stillDue: Paisa;
}

type Line = readonly [label: string, value: string];

/** The receipt as it is mailed to the owner of the house. */
export function receiptLetter({ receipt, to, society, settled, stillDue }: ReceiptFacts): Letter {
  const name = receiptName(receipt);
  const { HouseNo, AmountPaid, PaymentDate, PaymentMethod, Remarks, Credit } = receipt;
  const greeting = `Dear ${to.name},`;
  const thanks = `thank you for your payment. This is receipt ${name} for house ${HouseNo}.`;
  const head: Line[] = [
    ["Receipt", name],
    ["House", HouseNo],
    ["Amount", rupeesOf(AmountPaid)],
    ["Date", formatDay(PaymentDate)],
    ["Method", PaymentMethod],
    ...(Remarks ? [["Remarks", Remarks] as const] : []),
  ];
  const use: Line[] = [
    ...settled.map(({ DueDate, Amount }) => [monthName(DueDate), rupeesOf(Amount)] as const),
    ...(Credit > 0 ? [["Credit for what comes next", rupeesOf(Credit)] as const] : []),
  ];
  const due: Line[] = [["Still due", rupeesOf(stillDue)]];
  return {
    to,
    subject: `${society}: receipt ${name} for house ${HouseNo}`,
    text: [
      greeting,
      "",
      thanks,
      "",
      ...head.map(asText),
      "",
      "It pays:",
      ...use.map(asText),
      "",
      ...due.map(asText),
      "",
      society,
      "",
    ].join("\n"),
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;color:#222">',
      `<p dir="auto">${escapeHtml(greeting)}</p><p dir="auto">${escapeHtml(thanks)}</p>`,
      table(head),
      "<p>It pays:</p>",
      table([...use, ...due]),
      `<p dir="auto">${escapeHtml(society)}</p></body></html>`,
    ].join("\n"),
  };
}

function table(lines: readonly Line[]): string {
  const cell = 'style="padding:4px 16px 4px 0;border-bottom:1px solid #ddd;text-align:start"';
  const rows = lines.map(
    ([label, value]) =>
      `<tr><th scope="row" ${cell}>${escapeHtml(label)}</th><td dir="auto" ${cell}>${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="border-collapse:collapse">${rows.join("")}</table>`;
}

function asText([label, value]: Line): string {
  return `  ${label}: ${value}`;
}

function rupeesOf(amount: Paisa): string {
  return formatRupees(toRupees(amount), 2);
}

function monthName(day: Day): string {
  const { year, month } = monthOf(day);
  return `${MONTH_NAMES[month - 1]} ${year}`;
}
