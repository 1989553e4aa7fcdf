import styled from "styled-components";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import type { MailState } from "../../lib/mails.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Receipt } from "./ReceiptFilter.ts";

interface ReceiptFooterProps {
  shown: readonly Receipt[];
  total: number;
  voided: boolean;
  may: { create: boolean; update: boolean };
  mails: MailState | undefined;
}

/** How many receipts are in sight, what they come to, and the keys. */
export function ReceiptFooter({ shown, total, voided, may, mails }: ReceiptFooterProps) {
  const noun = `${voided ? "voided receipt" : "receipt"}${total === 1 ? "" : "s"}`;
  const count =
    shown.length === total ? figures.format(total) : `${figures.format(shown.length)} of ${figures.format(total)}`;
  const sum = toRupees(sumPaisa(shown.map(({ AmountPaid }) => toPaisa(AmountPaid))));
  return (
    <>
      <span>
        {count} {noun}
      </span>
      <span>
        {voided ? "Voided" : "Received"} <Money rupees={sum} decimals={2} prefix strong />
      </span>
      {mails && mails.unsent > 0 && <span>{figures.format(mails.unsent)} to be mailed</span>}
      {mails?.asFiles && <span>No mail server is set: mails are written as files</span>}
      <Keys aria-hidden="true">
        {may.update && !voided && (
          <>
            <span>
              <Kbd>Enter</Kbd> edit, then save
            </span>
            <span>
              <Kbd>Esc</Kbd> cancel
            </span>
          </>
        )}
        {may.create && (
          <span>
            <Kbd>n</Kbd> add
          </span>
        )}
      </Keys>
    </>
  );
}

const figures = new Intl.NumberFormat("en-PK");

const Keys = styled.span`
  display: flex;
  gap: ${({ theme }) => theme.space.l};
  margin-inline-start: auto;

  ${({ theme }) => theme.phone} {
    display: none;
  }
`;
