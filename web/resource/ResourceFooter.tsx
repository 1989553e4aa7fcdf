import type { ReactNode } from "react";
import { t, translateName } from "../i18n/t.ts";
import { formatCount } from "../ui/text/Money.tsx";
import { Kbd, KeyboardHints } from "../ui/text/Text.tsx";

interface ResourceFooterProps {
  visible: number;
  total: number;
  nouns: readonly [singular: string, plural: string];
  can: { create: boolean; update: boolean };
  isLoaded: boolean;
  /** Keys of editing; "Enter edit" by default. */
  editHints?: ReactNode;
  /** Totals, as text. */
  children?: ReactNode;
}

/** The number of records, their totals and the keyboard hints. */
export function ResourceFooter({ visible, total, nouns, can, isLoaded, editHints, children }: ResourceFooterProps) {
  const noun = translateName(nouns[total === 1 ? 0 : 1]);
  const all = formatCount(total);
  const count =
    visible === total
      ? t("{count} {noun}", { count: all, noun })
      : t("{shown} of {count} {noun}", { shown: formatCount(visible), count: all, noun });
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
