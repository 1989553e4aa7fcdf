import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import type { ReceiptMailStatus } from "../../live/receiptMails.ts";
import { Kbd } from "../../ui/text/Kbd.tsx";
import { KeyboardHints } from "../../ui/text/KeyboardHints.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import type { Receipt } from "./useReceiptFilters.ts";

interface ReceiptFooterProps {
  shown: readonly Receipt[];
  total: number;
  voided: boolean;
  can: { create: boolean; update: boolean };
  mails: ReceiptMailStatus | undefined;
}

/** How many receipts are in sight, what they come to, and the keys. */
export function ReceiptFooter({ shown, total, voided, can, mails }: ReceiptFooterProps) {
  const noun = getNoun({ voided, total });
  const count = formatCount(total);
  const sum = toRupees(sumPaisa(shown.map(({ AmountPaid }) => toPaisa(AmountPaid))));
  return (
    <>
      <span>
        {shown.length === total
          ? t("{count} {noun}", { count, noun })
          : t("{shown} of {count} {noun}", { shown: formatCount(shown.length), count, noun })}
      </span>
      <span>
        <Trans
          text={voided ? "Voided {amount}" : "Received {amount}"}
          with={{ amount: <Money rupees={sum} decimals={2} showCurrency strong /> }}
        />
      </span>
      {mails && mails.unsent > 0 && <span>{t("{count} to be mailed", { count: formatCount(mails.unsent) })}</span>}
      {mails?.asFiles && <span>{t("No mail server is set: mails are written as files")}</span>}
      <KeyboardHints aria-hidden="true">
        {can.update && !voided && (
          <>
            <span>
              <Kbd>Enter</Kbd> {t("edit, then save")}
            </span>
            <span>
              <Kbd>Esc</Kbd> {t("cancel")}
            </span>
          </>
        )}
        {can.create && (
          <span>
            <Kbd>n</Kbd> {t("add")}
          </span>
        )}
      </KeyboardHints>
    </>
  );
}

function getNoun({ voided, total }: Pick<ReceiptFooterProps, "voided" | "total">): string {
  if (voided) return total === 1 ? t("voided receipt") : t("voided receipts");
  return total === 1 ? t("receipt") : t("receipts");
}
