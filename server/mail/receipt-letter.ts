import { type Day, formatDay } from "../../shared/dates.ts";
import { formatPaisa, type Paisa } from "../../shared/money.ts";
import type { RowOf } from "../../shared/registry.ts";
import { type paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import type { Address } from "./address.ts";
import { bilingual, type LetterLine, type LetterSay } from "./bilingual.ts";
import type { Letter } from "./letter.ts";
import { monthIn } from "./month.ts";

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

/** The receipt as it is mailed to the owner of the house. */
export function receiptLetter({ receipt, to, society, settled, stillDue }: ReceiptFacts): Letter {
  const { HouseNo, AmountPaid, PaymentDate, PaymentMethod, Remarks, Credit } = receipt;
  const name = receiptName(receipt);
  const headOf = (say: LetterSay): LetterLine[] => [
    [say("Receipt"), name],
    [say("House"), HouseNo],
    [say("Amount"), formatPaisa(AmountPaid)],
    [say("Date"), formatDay(PaymentDate)],
    [say("Method"), say(PaymentMethod)],
    ...(Remarks ? [[say("Remarks"), Remarks] as const] : []),
  ];
  const useOf = (say: LetterSay): LetterLine[] => [
    ...settled.map(({ DueDate, Amount }) => [monthIn(say, DueDate), formatPaisa(Amount)] as const),
    ...(Credit > 0 ? [[say("Credit for what comes next"), formatPaisa(Credit)] as const] : []),
  ];
  return bilingual({
    to,
    subject: receiptSubject(society, receipt),
    society,
    parts: (say) => [
      {
        text: say("thank you for your payment. This is receipt {receipt} for house {house}.", {
          receipt: name,
          house: HouseNo,
        }),
      },
      { lines: headOf(say) },
      { text: say("It pays:") },
      { lines: useOf(say) },
      { lines: [[say("Still due"), formatPaisa(stillDue)]] },
    ],
  });
}

export function receiptSubject(
  society: string,
  receipt: Pick<ReceiptFacts["receipt"], "ReceiptNo" | "HouseNo">,
): string {
  return `${society}: receipt ${receiptName(receipt)} for house ${receipt.HouseNo}`;
}
