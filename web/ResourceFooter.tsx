import type { ReactNode } from "react";
import { say, sayName } from "./lib/language.ts";
import { Kbd } from "./ui/Kbd.tsx";
import { countText } from "./ui/Money.tsx";
import { Keys } from "./ui/TableKeys.ts";

interface ResourceFooterProps {
  shown: number;
  total: number;
  nouns: readonly [one: string, many: string];
  may: { create: boolean; update: boolean };
  /** There is a list to count: it has been read. */
  ready: boolean;
  /** Sums in words. */
  children?: ReactNode;
}

/** How many there are, what they come to, and the keys. */
export function ResourceFooter({ shown, total, nouns, may, ready, children }: ResourceFooterProps) {
  const noun = sayName(nouns[total === 1 ? 0 : 1]);
  const all = countText(total);
  const count =
    shown === total
      ? say("{count} {noun}", { count: all, noun })
      : say("{shown} of {count} {noun}", { shown: countText(shown), count: all, noun });
  return (
    <>
      {ready && (
        <>
          <span>{count}</span>
          {children}
        </>
      )}
      <Keys aria-hidden="true">
        {may.update && (
          <span>
            <Kbd>Enter</Kbd> {say("edit")}
          </span>
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
