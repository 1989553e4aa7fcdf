import { useMemo } from "react";
import styled, { css } from "styled-components";
import { groupBy } from "../../../shared/domain/collections.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useSession } from "../../api/session.ts";
import { useCanList } from "../../api/useCanList.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Skeleton.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { computeHouseAccount } from "./houseAccount.ts";
import { MyHouseCard } from "./MyHouseCard.tsx";

/** A resident's own houses: what is due, what comes next and what was received last. Nothing for the office. */
export function MyHouses() {
  const session = useSession();
  const open = useCanList(plot);
  if (session?.user.role.scope !== "own" || !open) return null;
  return (
    <section aria-label={t("My houses")}>
      <Title>{t("My houses")}</Title>
      <MyHouseList />
    </section>
  );
}

function MyHouseList() {
  const today = useSocietyToday();
  const seesSchedule = useCanList(paymentSchedule);
  const seesReceipts = useCanList(paymentReceipt);
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
        title={t("No house is linked to your account yet")}
        text={t("The office links your house to you; it appears here at once.")}
      />
    );
  return (
    <HouseGrid>
      {houses.rows.map((house) => {
        const paid = receiptsOf.get(house.PlotID) ?? [];
        const account = computeHouseAccount({ rows: rowsOf.get(house.PlotID) ?? [], receipts: paid, today });
        const last = paid.toSorted((a, b) => b.ReceiptNo - a.ReceiptNo)[0];
        return (
          <MyHouseCard
            key={house.PlotID}
            house={house}
            account={seesSchedule ? account : undefined}
            lastReceipt={last}
          />
        );
      })}
    </HouseGrid>
  );
}

const Title = styled.h2`
  ${typography("strong")}
  ${({ theme }) => css`
    padding: ${theme.space.m} ${theme.size.gutter} ${theme.space.s};
  `}
`;

const HouseGrid = styled.ul`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, ${theme.size.card}px), 1fr));
    border-block: 1px solid ${theme.color.border};

    > * {
      border-inline-end: 1px solid ${theme.color.border};
    }

    > :last-child {
      border-inline-end: 0;
    }

    ${theme.mobile} {
      > * {
        border-inline-end: 0;
      }

      > * + * {
        border-block-start: 1px solid ${theme.color.border};
      }
    }
  `}
`;
