import styled, { css } from "styled-components";
import { formatDay, monthOf } from "../../../shared/dates.ts";
import { isPayable } from "../../../shared/domain/installments.ts";
import type { PlanInstallment } from "../../domain/paymentPlanDetails.ts";
import { monthName } from "../../i18n/months.ts";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { Section } from "./PlanSection.ts";

/** Every installment, each calendar year closed by its sum. */
export function PlanInstallments({ installments }: { installments: readonly PlanInstallment[] }) {
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
            isPayable(row) ? (
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

function InstallmentRow({ row }: { row: PlanInstallment }) {
  return (
    <tr>
      <td>{row.InstallmentNumber}</td>
      <td>{monthName(monthOf(row.DueDate).month)}</td>
      <td>
        <bdi dir="ltr">{formatDay(row.DueDate)}</bdi>
      </td>
      <AmountCells row={row} />
    </tr>
  );
}

/** The number of a year's row is the year, negative. */
function YearTotal({ row }: { row: PlanInstallment }) {
  return (
    <ClosingRow>
      <th scope="row" colSpan={3}>
        {t("Total {year}", { year: -row.InstallmentNumber })}
      </th>
      <AmountCells row={row} />
    </ClosingRow>
  );
}

function AmountCells({ row }: { row: PlanInstallment }) {
  return (
    <>
      <NumberCell>
        <Money rupees={row.TotalAmount} decimals={2} />
      </NumberCell>
      <NumberCell>
        <bdi dir="ltr">{row.Percentage.toFixed(2)}%</bdi>
      </NumberCell>
    </>
  );
}

const Ledger = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: collapse;
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
      ${typography("meta")}
      block-size: ${theme.size.tableHead}px;
      border-block-end-color: ${theme.color.borderStrong};
      color: ${theme.color.textMuted};
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

const ClosingRow = styled.tr`
  ${({ theme }) => css`
    && th,
    && td {
      ${typography("strong")}
      border-block-start: 1px solid ${theme.color.text};
      border-block-end: ${theme.space.hair} double ${theme.color.text};
    }
  `}
`;
