import type { ReactNode } from "react";
import { Trans } from "../i18n/Trans.tsx";
import { type TranslationKey, t, translateName } from "../i18n/t.ts";
import { formatCount, Money } from "../ui/text/Money.tsx";
import { Kbd, KeyboardHints } from "../ui/text/Text.tsx";

interface ResourceFooterProps {
  visibleCount: number;
  totalCount: number;
  nouns: readonly [singular: string, plural: string];
  can: { create: boolean; update: boolean };
  isLoaded: boolean;
  /** Keyboard hints for the selected row; by default "Enter edit" if the user may update records. */
  editHints?: ReactNode;
  /** Totals, as text. */
  children?: ReactNode;
}

/** The number of records, their totals and the keyboard hints. */
export function ResourceFooter({
  visibleCount,
  totalCount,
  nouns,
  can,
  isLoaded,
  editHints = can.update && (
    <span>
      <Kbd>Enter</Kbd> {t("edit")}
    </span>
  ),
  children,
}: ResourceFooterProps) {
  return (
    <>
      {isLoaded && (
        <>
          <span>{formatRecordCount({ visibleCount, totalCount, nouns })}</span>
          {children}
        </>
      )}
      <KeyboardHints aria-hidden="true">
        {editHints}
        {can.create && (
          <span>
            <Kbd>n</Kbd> {t("add")}
          </span>
        )}
      </KeyboardHints>
    </>
  );
}

/** "193 overdue houses", or "12 of 193 overdue houses" if a filter hides some. */
export function formatRecordCount({
  visibleCount,
  totalCount,
  nouns,
}: Pick<ResourceFooterProps, "visibleCount" | "totalCount" | "nouns">): string {
  const noun = translateName(nouns[totalCount === 1 ? 0 : 1]);
  const count = formatCount(totalCount);
  return visibleCount === totalCount
    ? t("{count} {noun}", { count, noun })
    : t("{shown} of {count} {noun}", { shown: formatCount(visibleCount), count, noun });
}

interface FooterAmountProps {
  text: Extract<TranslationKey, `${string} {amount}`>;
  rupees: number;
}

/** An amount with its meaning: "Paid Rs 200.00". */
export function FooterAmount({ text, rupees }: FooterAmountProps) {
  return (
    <span>
      <Trans text={text} with={{ amount: <Money rupees={rupees} showCurrency strong /> }} />
    </span>
  );
}
