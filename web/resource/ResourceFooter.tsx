import type { ReactNode } from "react";
import { t, translateName } from "../i18n/t.ts";
import { formatCount } from "../ui/text/Money.tsx";
import { Kbd, KeyboardHints } from "../ui/text/Text.tsx";

interface ResourceFooterProps {
  visibleCount: number;
  totalCount: number;
  nouns: readonly [singular: string, plural: string];
  can: { create: boolean; update: boolean };
  isLoaded: boolean;
  /** Keys of editing; "Enter edit" by default. */
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
  editHints,
  children,
}: ResourceFooterProps) {
  const noun = translateName(nouns[totalCount === 1 ? 0 : 1]);
  const all = formatCount(totalCount);
  const count =
    visibleCount === totalCount
      ? t("{count} {noun}", { count: all, noun })
      : t("{shown} of {count} {noun}", { shown: formatCount(visibleCount), count: all, noun });
  return (
    <>
      {isLoaded && (
        <>
          <span>{count}</span>
          {children}
        </>
      )}
      <KeyboardHints aria-hidden="true">
        {can.update &&
          (editHints ?? (
            <span>
              <Kbd>Enter</Kbd> {t("edit")}
            </span>
          ))}
        {can.create && (
          <span>
            <Kbd>n</Kbd> {t("add")}
          </span>
        )}
      </KeyboardHints>
    </>
  );
}
