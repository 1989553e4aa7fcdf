import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import type { MailState } from "../../lib/mails.ts";
import { Said } from "../../Said.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { countText, Money } from "../../ui/Money.tsx";
import { Keys } from "../../ui/TableKeys.ts";
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
  const noun = nounFor({ voided, total });
  const count = countText(total);
  const sum = toRupees(sumPaisa(shown.map(({ AmountPaid }) => toPaisa(AmountPaid))));
  return (
    <>
      <span>
        {shown.length === total
          ? say("{count} {noun}", { count, noun })
          : say("{shown} of {count} {noun}", { shown: countText(shown.length), count, noun })}
      </span>
      <span>
        <Said
          text={voided ? "Voided {amount}" : "Received {amount}"}
          with={{ amount: <Money rupees={sum} decimals={2} prefix strong /> }}
        />
      </span>
      {mails && mails.unsent > 0 && <span>{say("{count} to be mailed", { count: countText(mails.unsent) })}</span>}
      {mails?.asFiles && <span>{say("No mail server is set: mails are written as files")}</span>}
      <Keys aria-hidden="true">
        {may.update && !voided && (
          <>
            <span>
              <Kbd>Enter</Kbd> {say("edit, then save")}
            </span>
            <span>
              <Kbd>Esc</Kbd> {say("cancel")}
            </span>
          </>
        )}
        {may.create && (
          <span>
            <Kbd>n</Kbd> {say("add")}
          </span>
        )}
      </Keys>
    </>
  );
}

function nounFor({ voided, total }: Pick<ReceiptFooterProps, "voided" | "total">): string {
  if (voided) return total === 1 ? say("voided receipt") : say("voided receipts");
  return total === 1 ? say("receipt") : say("receipts");
}
