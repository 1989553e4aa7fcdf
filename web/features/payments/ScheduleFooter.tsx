import styled, { css } from "styled-components";
import { type Paisa, toRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { Said } from "../../Said.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { countText, Money } from "../../ui/Money.tsx";
import { Keys } from "../../ui/TableKeys.ts";
import { installments as installmentsIn } from "./RateText.ts";
import type { Sums } from "./ScheduleShown.ts";

/** What the filters leave, in figures, and the keys; without `sums` as long as nothing is known. */
export function ScheduleFooter({ sums, mayTick }: { sums: Sums | undefined; mayTick: boolean }) {
  return (
    <>
      {sums && <Figures {...sums} />}
      <Keys aria-hidden="true">
        {mayTick && (
          <span>
            <Kbd>Space</Kbd> {say("paid")}
          </span>
        )}
        <span>
          <Kbd>←</Kbd> <Kbd>→</Kbd> {say("fold")}
        </span>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {say("move")}
        </span>
      </Keys>
    </>
  );
}

function Figures({ houses, installments, billed, received, open }: Sums) {
  return (
    <>
      <span>{[housesIn(houses), installmentsIn(installments)].join(say(", "))}</span>
      <Sum>
        <Said text="Billed {amount}" with={{ amount: amountOf(billed) }} />
      </Sum>
      <Sum $good>
        <Said text="Received {amount}" with={{ amount: amountOf(received) }} />
      </Sum>
      <Sum>
        <Said text="Due {amount}" with={{ amount: amountOf(open) }} />
      </Sum>
    </>
  );
}

function amountOf(paisa: Paisa) {
  return <Money rupees={toRupees(paisa)} decimals={2} prefix strong />;
}

function housesIn(count: number): string {
  return count === 1 ? say("1 house") : say("{count} houses", { count: countText(count) });
}

const Sum = styled.span<{ $good?: boolean }>`
  ${({ theme, $good = false }) => css`
    bdi {
      color: ${$good ? theme.color.accent : theme.color.ink};
    }
  `}
`;
