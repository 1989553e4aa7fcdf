import { useMemo } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import type { Day } from "../../../shared/dates.ts";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { toRupees } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { bill } from "../../../shared/resources/bill.ts";
import { certificate } from "../../../shared/resources/certificate.ts";
import { claim } from "../../../shared/resources/claim.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCan, useCanList, useSession } from "../../api/session.ts";
import { HouseLink, houseUrl } from "../../domain/HouseLink.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { saveReceiptPdf } from "../../domain/receipts/saveReceiptPdf.ts";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { renderDay } from "../../resource/columns.tsx";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { createFormUrl } from "../../resource/useOpenCreateFromUrl.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import { DueSummary, MissingBalance } from "./HouseAccountSummary.tsx";
import { computeHouseAccount } from "./houseAccount.ts";
import { useBroughtForward } from "./useBroughtForward.ts";
import { hasLoaded } from "./useHouseRecords.ts";

/** The houses of a resident, each with what is due, the next item and the last receipt; nothing for staff. */
export function MyHouses() {
  const session = useSession();
  const canSeeHouses = useCanList(plot);
  if (session?.user.role.scope !== "own" || !canSeeHouses) return null;
  return (
    <section aria-label={t("My houses")}>
      <Title>{t("My houses")}</Title>
      <MyHouseList />
    </section>
  );
}

function MyHouseList() {
  const today = useSocietyToday();
  const canSeeSchedule = useCanList(paymentSchedule);
  const canSeeReceipts = useCanList(paymentReceipt);
  const houses = useResource(plot);
  const schedule = useResource(paymentSchedule, canSeeSchedule ? undefined : null);
  const receipts = useResource(paymentReceipt, canSeeReceipts ? undefined : null);
  const adjustments = useResource(adjustment, canSeeSchedule ? undefined : null);
  const scheduleByPlot = useMemo(() => groupBy(schedule.rows, ({ PlotID }) => PlotID), [schedule.rows]);
  const receiptsByPlot = useMemo(() => groupBy(receipts.rows, ({ PlotID }) => PlotID), [receipts.rows]);
  const adjustmentsByPlot = useMemo(
    () => groupBy(adjustments.rows, ({ SettledPlotID }) => SettledPlotID),
    [adjustments.rows],
  );

  const visibleLists = [
    houses,
    ...(canSeeSchedule ? [schedule, adjustments] : []),
    ...(canSeeReceipts ? [receipts] : []),
  ];
  const failedLists = visibleLists.filter(({ status }) => status === "failed");
  const missingList = failedLists.find((list) => !hasLoaded(list));
  if (missingList) return <FailedRequest error={missingList.error} onRetry={handleRetry} />;
  if (visibleLists.some(({ status }) => status === "loading")) return <Skeleton rowCount={3} />;
  if (houses.rows.length === 0)
    return (
      <EmptyState
        title={t("No house is linked to your account yet")}
        text={t("The office links your house to you; it appears here at once.")}
      />
    );
  return (
    <>
      <StaleDataNotice error={failedLists[0]?.error} hasData onRetry={handleRetry} />
      <HouseGrid>
        {houses.rows.map((house) => (
          <MyHouseCard
            key={house.PlotID}
            house={house}
            scheduleRows={canSeeSchedule ? (scheduleByPlot.get(house.PlotID) ?? []) : undefined}
            receipts={canSeeReceipts ? (receiptsByPlot.get(house.PlotID) ?? []) : undefined}
            adjustments={adjustmentsByPlot.get(house.PlotID) ?? []}
            today={today}
          />
        ))}
      </HouseGrid>
    </>
  );

  function handleRetry() {
    for (const { refetch } of failedLists) void refetch();
  }
}

interface MyHouseCardProps {
  house: PlotRecord;
  /** Undefined without the right to see the schedule. */
  scheduleRows: readonly ScheduleRow[] | undefined;
  /** Undefined without the right to see receipts. */
  receipts: readonly Receipt[] | undefined;
  adjustments: readonly AdjustmentRecord[];
  today: Day;
}

function MyHouseCard({ house, scheduleRows, receipts, adjustments, today }: MyHouseCardProps) {
  const { broughtForward, ...balanceRequest } = useBroughtForward(house);
  const canSeeBills = useCanList(bill);
  const canSeeCertificates = useCanList(certificate);
  const canSeeClaims = useCanList(claim);
  const canClaim = useCan(claim.guards.create.page, "CanAdd");
  const account =
    scheduleRows && !balanceRequest.isMissing
      ? computeHouseAccount({ scheduleRows, receipts: receipts ?? [], adjustments, broughtForward, today })
      : undefined;
  const lastReceipt = receipts?.toSorted((a, b) => b.ReceiptNo - a.ReceiptNo)[0];
  const { PlotID, HouseNo, CategoryName, TypeName, Floor } = house;
  const nextItem = account?.nextItem;
  return (
    <Card>
      <CardHead>
        <HouseLink houseNo={HouseNo} category={CategoryName} />
        <MetaText>{t("{type}, {floor}", { type: TypeName, floor: Floor })}</MetaText>
        <CardLink to={houseUrl(HouseNo)} aria-label={t("Statement of {house}", { house: HouseNo })}>
          {t("Statement")}
        </CardLink>
      </CardHead>
      {account ? <DueSummary account={account} /> : scheduleRows && <MissingBalance {...balanceRequest} />}
      <CardRows>
        {nextItem && (
          <li>
            <span>
              <Trans
                text="Next: {amount} on {day}"
                with={{
                  amount: <Money rupees={toRupees(nextItem.outstanding)} showCurrency />,
                  day: renderDay(nextItem.DueDate),
                }}
              />
            </span>
          </li>
        )}
        {lastReceipt ? (
          <li>
            <span>
              <Trans
                text="Last receipt: {amount} on {day}"
                with={{
                  amount: <Money rupees={lastReceipt.AmountPaid} showCurrency />,
                  day: renderDay(lastReceipt.PaymentDate),
                }}
              />
            </span>
            <ExportButton
              variant="ghost"
              icon="download"
              aria-label={t("Receipt {receipt} as PDF", { receipt: receiptName(lastReceipt) })}
              exportFile={() => saveReceiptPdf(lastReceipt)}
            >
              {t("PDF")}
            </ExportButton>
          </li>
        ) : (
          receipts && <li>{t("No receipts yet")}</li>
        )}
        <li>
          <Links>
            {receipts && (
              <CardLink
                to={`${houseUrl(HouseNo)}?tab=receipts`}
                aria-label={t("All receipts of {house}", { house: HouseNo })}
              >
                {t("All receipts")}
              </CardLink>
            )}
            {canSeeBills && <CardLink to={bill.guards.list.page}>{t("Bills")}</CardLink>}
            {canSeeCertificates && <CardLink to={certificate.guards.list.page}>{t("Certificates")}</CardLink>}
            {canSeeClaims && <CardLink to={claim.guards.list.page}>{t("Claims")}</CardLink>}
          </Links>
          {canClaim && (
            <ClaimLink to={createFormUrl(claim.guards.create.page, { PlotID: String(PlotID) })}>
              {t("I Have Paid")}
            </ClaimLink>
          )}
        </li>
      </CardRows>
    </Card>
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
    grid-template-columns: repeat(auto-fit, minmax(min(100%, ${theme.size.cardWidth}px), 1fr));
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

const Card = styled.li`
  ${({ theme }) => css`
    padding: ${theme.space.m} ${theme.size.gutter};
  `}
`;

const CardHead = styled.div`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.m};
    align-items: center;
    margin-block-end: ${theme.space.s};

    > :last-child {
      margin-inline-start: auto;
    }
  `}
`;

const CardLink = styled(Link)`
  ${typography("medium")}

  ${({ theme }) => css`
    ${theme.mobile} {
      padding-block: ${theme.space.m};
    }
  `}
`;

const ClaimLink = styled(Link)`
  ${typography("medium")}
  ${({ theme }) => css`
    align-content: center;
    min-block-size: ${targetSize(theme.size.button)};
    padding-inline: ${theme.space.m};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    color: ${theme.color.text};
    text-decoration: none;
  `}
`;

const Links = styled.span`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${theme.space.l};
  `}
`;

const CardRows = styled.ul`
  ${({ theme }) => css`
    margin-block-start: ${theme.space.s};
    color: ${theme.color.textMuted};

    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      min-block-size: ${theme.size.button}px;
    }
  `}
`;
