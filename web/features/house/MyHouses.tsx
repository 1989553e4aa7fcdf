import { useMemo } from "react";
import styled, { css } from "styled-components";
import { groupBy } from "../../../shared/group.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { say } from "../../lib/language.ts";
import { useSession } from "../../lib/session.ts";
import { useMayList } from "../../lib/useMayList.ts";
import { useResource } from "../../lib/useResource.ts";
import { useSocietyToday } from "../../schedule/ScheduleToday.ts";
import { type } from "../../theme.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { accountOf } from "./houseAccount.ts";
import { MyHouse } from "./MyHouse.tsx";

/** A resident's own houses: what is due, what comes next and what was received last. Nothing for the office. */
export function MyHouses() {
  const session = useSession();
  const open = useMayList(plot);
  if (session?.user.role.scope !== "own" || !open) return null;
  return (
    <section aria-label={say("My houses")}>
      <Title>{say("My houses")}</Title>
      <Own />
    </section>
  );
}

function Own() {
  const today = useSocietyToday();
  const seesSchedule = useMayList(paymentSchedule);
  const seesReceipts = useMayList(paymentReceipt);
  const houses = useResource(plot);
  const schedule = useResource(paymentSchedule, seesSchedule ? undefined : null);
  const receipts = useResource(paymentReceipt, seesReceipts ? undefined : null);
  const rowsOf = useMemo(() => groupBy(schedule.rows, ({ PlotID }) => PlotID), [schedule.rows]);
  const receiptsOf = useMemo(() => groupBy(receipts.rows, ({ PlotID }) => PlotID), [receipts.rows]);

  const waiting = [houses, ...(seesSchedule ? [schedule] : []), ...(seesReceipts ? [receipts] : [])];
  if (waiting.some(({ status }) => status === "loading")) return <Skeleton rows={3} />;
  if (houses.rows.length === 0)
    return (
      <EmptyState
        title={say("No house is linked to your account yet")}
        text={say("The office links your house to you; it appears here at once.")}
      />
    );
  return (
    <Houses>
      {houses.rows.map((house) => {
        const paid = receiptsOf.get(house.PlotID) ?? [];
        const account = accountOf({ rows: rowsOf.get(house.PlotID) ?? [], receipts: paid, today });
        const last = paid.toSorted((a, b) => b.ReceiptNo - a.ReceiptNo)[0];
        return <MyHouse key={house.PlotID} house={house} account={seesSchedule ? account : undefined} last={last} />;
      })}
    </Houses>
  );
}

const Title = styled.h2`
  ${type("strong")}
  ${({ theme: t }) => css`
    padding: ${t.space.m} ${t.size.gutter} ${t.space.s};
  `}
`;

const Houses = styled.ul`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, ${t.size.card}px), 1fr));
    border-block: 1px solid ${t.color.line};

    > * {
      border-inline-end: 1px solid ${t.color.line};
    }

    > :last-child {
      border-inline-end: 0;
    }

    ${t.phone} {
      > * {
        border-inline-end: 0;
      }

      > * + * {
        border-block-start: 1px solid ${t.color.line};
      }
    }
  `}
`;
