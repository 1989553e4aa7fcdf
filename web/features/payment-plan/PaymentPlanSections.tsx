import { useMemo } from "react";
import styled, { css } from "styled-components";
import { monthOf } from "../../../shared/dates.ts";
import { isMonthlyInstallment } from "../../../shared/domain/payment-plan.ts";
import type { PlanLineRecord, PlanPlotRecord, PlanRateRecord } from "../../../shared/endpoints/payment-plan-full.ts";
import { compareHouseNumbers } from "../../../shared/text.ts";
import { CategoryBadge, HouseLink } from "../../domain/HouseLink.tsx";
import { formatRatePeriod } from "../../domain/periods.ts";
import { Status } from "../../domain/Status.tsx";
import { monthName } from "../../i18n/dateTime.ts";
import { plural, t } from "../../i18n/t.ts";
import { renderDay } from "../../resource/columns.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { StaticTable } from "../../ui/table/StaticTable.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** All installments, with a total row after each calendar year. */
export function PlanInstallments({ installments }: { installments: readonly PlanLineRecord[] }) {
  return (
    <Section aria-labelledby="plan-installments">
      <h2 id="plan-installments">{t("Installments")}</h2>
      <Ledger>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t("Month")}</th>
            <th scope="col">{t("Due Date")}</th>
            <NumberCell as="th" scope="col">
              {t("Amount, Rs")}
            </NumberCell>
            <NumberCell as="th" scope="col">
              {t("Percentage")}
            </NumberCell>
          </tr>
        </thead>
        <tbody>
          {installments.map((row) =>
            isMonthlyInstallment(row) ? (
              <InstallmentRow key={row.InstallmentNumber} row={row} />
            ) : (
              <YearTotal key={row.InstallmentNumber} row={row} />
            ),
          )}
        </tbody>
      </Ledger>
    </Section>
  );
}

function InstallmentRow({ row }: { row: PlanLineRecord }) {
  return (
    <tr>
      <td>{row.InstallmentNumber}</td>
      <td>{monthName(monthOf(row.DueDate).month)}</td>
      <td>{renderDay(row.DueDate)}</td>
      <AmountCells row={row} />
    </tr>
  );
}

/** The total of a year. Its InstallmentNumber is the negative year. */
function YearTotal({ row }: { row: PlanLineRecord }) {
  return (
    <TotalRow>
      <th scope="row" colSpan={3}>
        {t("Total {year}", { year: -row.InstallmentNumber })}
      </th>
      <AmountCells row={row} />
    </TotalRow>
  );
}

function AmountCells({ row }: { row: PlanLineRecord }) {
  return (
    <>
      <NumberCell>
        <Money rupees={row.TotalAmount} />
      </NumberCell>
      <NumberCell>
        <bdi dir="ltr">{row.Percentage.toFixed(2)}%</bdi>
      </NumberCell>
    </>
  );
}

/** The service rate from which the plan was generated. A plan has one; the server sends it in a list. */
export function PlanRates({ rates }: { rates: readonly PlanRateRecord[] }) {
  return (
    <Section aria-labelledby="plan-rates">
      <h2 id="plan-rates">{t("Service rates")}</h2>
      {rates.map((rate) => (
        <Rate key={rate.RateID}>
          <Head>
            <CategoryBadge category={rate.CategoryName} />
            <strong>{t("{type}, {floor}", { type: rate.TypeName, floor: rate.Floor })}</strong>
            <Status value={rate.IsActive ? "Active" : "Inactive"} />
          </Head>
          <AmountList rows={buildRateRows(rate)} />
        </Rate>
      ))}
    </Section>
  );
}

function buildRateRows(rate: PlanRateRecord) {
  const rows = [
    { key: "rate", label: t("Per Floor Rate"), amount: <Money rupees={rate.FloorRate} showCurrency /> },
    { key: "period", label: t("Period"), amount: <bdi dir="ltr">{formatRatePeriod(rate)}</bdi> },
    { key: "due", label: t("Due Day"), amount: rate.DueOnDay },
  ];
  if (!rate.IsPenaltyApply) return [...rows, { key: "penalty", label: t("Penalty"), amount: t("None") }];
  return [
    ...rows,
    { key: "grace", label: t("Grace Period Days"), amount: rate.GracePeriodDays },
    { key: "penalty", label: t("Penalty"), amount: <Money rupees={rate.PenaltyAmount} showCurrency /> },
  ];
}

interface PlanPlotsProps {
  plots: readonly PlanPlotRecord[];
  /** Category of the rate, which all plots share. */
  category: string | undefined;
}

/** The houses of the plan, with their owners' names as tooltips. */
export function PlanPlots({ plots, category }: PlanPlotsProps) {
  const groups = useMemo(() => chunkPlots(plots), [plots]);
  return (
    <Section aria-labelledby="plan-plots">
      <h2 id="plan-plots">{plural(plots.length, { one: "1 plot", other: "{count} plots" })}</h2>
      {plots.length === 0 && <p>{t("No plot has this type, category and floor yet.")}</p>}
      {groups.map((group) => (
        <BadgeList key={group[0]?.PlotID}>
          {group.map(({ PlotID, HouseNo, OwnerName }) => (
            <li key={PlotID} title={OwnerName}>
              <HouseLink houseNo={HouseNo} category={category} />
            </li>
          ))}
        </BadgeList>
      ))}
    </Section>
  );
}

const plotsPerGroup = 60;

/**
 * Splits the plots into groups with `content-visibility`: the browser lays out visible groups only, but prints and
 * searches all.
 */
function chunkPlots(plots: readonly PlanPlotRecord[]): readonly (readonly PlanPlotRecord[])[] {
  const sorted = plots.toSorted((a, b) => compareHouseNumbers(a.HouseNo, b.HouseNo));
  const count = Math.ceil(sorted.length / plotsPerGroup);
  return Array.from({ length: count }, (_, index) => sorted.slice(index * plotsPerGroup, (index + 1) * plotsPerGroup));
}

const Ledger = styled(StaticTable)`
  ${({ theme }) => css`
    white-space: nowrap;

    th,
    td {
      block-size: ${theme.size.row}px;
      padding: 0 ${theme.size.cellPadding};
      border-block-end: 1px solid ${theme.color.border};
      text-align: start;

      &:first-child {
        padding-inline-start: 0;
      }

      &:last-child {
        padding-inline-end: 0;
      }
    }

    thead th {
      block-size: ${theme.size.tableHead}px;
      border-block-end-color: ${theme.color.borderStrong};
    }

    ${theme.mobile} {
      th,
      td {
        padding-inline: ${theme.space.xs};
      }
    }

    @media print {
      th,
      td {
        block-size: calc(${theme.space.xl} + ${theme.space.xxs});
      }
    }
  `}
`;

const NumberCell = styled.td`
  && {
    text-align: end;
  }
`;

const TotalRow = styled.tr`
  ${({ theme }) => css`
    && th,
    && td {
      ${typography("strong")}
      border-block-start: 1px solid ${theme.color.text};
      border-block-end: ${theme.size.thickBorder} double ${theme.color.text};
    }
  `}
`;

const Rate = styled.article`
  break-inside: avoid;

  & + & {
    margin-block-start: ${({ theme }) => theme.space.l};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};
  margin-block-end: ${({ theme }) => theme.space.s};

  strong {
    ${typography("strong")}
    flex: 1;
  }
`;

const BadgeList = styled.ul`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s};
    padding-block-end: ${theme.space.s};
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${theme.size.innerListHeight}px;

    @media print {
      content-visibility: visible;
    }
  `}
`;

const Section = styled.section`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter};

    & + & {
      border-block-start: 1px solid ${theme.color.border};
    }

    h2 {
      ${typography("strong")}
      margin-block-end: ${theme.space.s};
    }

    @media print {
      padding-inline: 0;
    }
  `}
`;
