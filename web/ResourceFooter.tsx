import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { Kbd } from "./ui/Kbd.tsx";

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
  const noun = nouns[total === 1 ? 0 : 1];
  const count = shown === total ? figures.format(total) : `${figures.format(shown)} of ${figures.format(total)}`;
  return (
    <>
      {ready && (
        <>
          <span>
            {count} {noun}
          </span>
          {children}
        </>
      )}
      <Keys aria-hidden="true">
        {may.update && (
          <span>
            <Kbd>Enter</Kbd> edit
          </span>
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
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.l};
    margin-inline-start: auto;

    ${t.phone} {
      display: none;
    }
  `}
`;
