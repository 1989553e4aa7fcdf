import styled, { css } from "styled-components";
import { toRupees } from "../../../shared/money.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Sums } from "./ScheduleShown.ts";

/** What the filters leave, in figures, and the keys; without `sums` as long as nothing is known. */
export function ScheduleFooter({ sums, mayTick }: { sums: Sums | undefined; mayTick: boolean }) {
  return (
    <>
      {sums && <Figures {...sums} />}
      <Keys aria-hidden="true">
        {mayTick && (
          <span>
            <Kbd>Space</Kbd> paid
          </span>
        )}
        <span>
          <Kbd>←</Kbd> <Kbd>→</Kbd> fold
        </span>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
      </Keys>
    </>
  );
}

function Figures({ houses, installments, billed, received, open }: Sums) {
  return (
    <>
      <span>{`${counted(houses, "house")}, ${counted(installments, "installment")}`}</span>
      <Sum>
        Billed <Money rupees={toRupees(billed)} decimals={2} prefix strong />
      </Sum>
      <Sum $good>
        Received <Money rupees={toRupees(received)} decimals={2} prefix strong />
      </Sum>
      <Sum>
        Due <Money rupees={toRupees(open)} decimals={2} prefix strong />
      </Sum>
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${figures.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const figures = new Intl.NumberFormat("en-PK");

const Sum = styled.span<{ $good?: boolean }>`
  ${({ theme, $good = false }) => css`
    bdi {
      color: ${$good ? theme.color.accent : theme.color.ink};
    }
  `}
`;

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
