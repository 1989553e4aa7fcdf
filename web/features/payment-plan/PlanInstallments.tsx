import styled, { css } from "styled-components";
import { formatDay, monthOf } from "../../../shared/dates.ts";
import { isPayable } from "../../../shared/domain/installments.ts";
import { say } from "../../lib/language.ts";
import { monthName } from "../../months.ts";
import type { PlanInstallment } from "../../planFull.ts";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { Part } from "./PlanPart.ts";

/** Every installment, each calendar year closed by its sum. */
export function PlanInstallments({ installments }: { installments: readonly PlanInstallment[] }) {
  return (
    <Part aria-labelledby="plan-installments">
      <h2 id="plan-installments">{say("Installments")}</h2>
      <Ledger>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{say("Month")}</th>
            <th scope="col">{say("Due Date")}</th>
            <Figure as="th" scope="col">
              {say("Amount, Rs")}
            </Figure>
            <Figure as="th" scope="col">
              {say("Percentage")}
            </Figure>
          </tr>
        </thead>
        <tbody>
          {installments.map((row) =>
            isPayable(row) ? (
              <Installment key={row.InstallmentNumber} row={row} />
            ) : (
              <YearTotal key={row.InstallmentNumber} row={row} />
            ),
          )}
        </tbody>
      </Ledger>
    </Part>
  );
}

function Installment({ row }: { row: PlanInstallment }) {
  return (
    <tr>
      <td>{row.InstallmentNumber}</td>
      <td>{monthName(monthOf(row.DueDate).month)}</td>
      <td>
        <bdi dir="ltr">{formatDay(row.DueDate)}</bdi>
      </td>
      <Sums row={row} />
    </tr>
  );
}

/** The number of a year's row is the year, negative. */
function YearTotal({ row }: { row: PlanInstallment }) {
  return (
    <Closing>
      <th scope="row" colSpan={3}>
        {say("Total {year}", { year: -row.InstallmentNumber })}
      </th>
      <Sums row={row} />
    </Closing>
  );
}

function Sums({ row }: { row: PlanInstallment }) {
  return (
    <>
      <Figure>
        <Money rupees={row.TotalAmount} decimals={2} />
      </Figure>
      <Figure>
        <bdi dir="ltr">{row.Percentage.toFixed(2)}%</bdi>
      </Figure>
    </>
  );
}

const Ledger = styled.table`
  ${({ theme: t }) => css`
    inline-size: 100%;
    border-collapse: collapse;
    white-space: nowrap;

    th,
    td {
      block-size: ${t.size.row}px;
      padding: 0 ${t.size.cellPad};
      border-block-end: 1px solid ${t.color.line};
      text-align: start;

      &:first-child {
        padding-inline-start: 0;
      }

      &:last-child {
        padding-inline-end: 0;
      }
    }

    thead th {
      ${type("meta")}
      block-size: ${t.size.tableHead}px;
      border-block-end-color: ${t.color.line2};
      color: ${t.color.ink2};
    }

    ${t.phone} {
      th,
      td {
        padding-inline: ${t.space.xs};
      }
    }

    @media print {
      th,
      td {
        block-size: calc(${t.space.xl} + ${t.space.xxs});
      }
    }
  `}
`;

const Figure = styled.td`
  && {
    text-align: end;
  }
`;

const Closing = styled.tr`
  ${({ theme: t }) => css`
    && th,
    && td {
      ${type("strong")}
      border-block-start: 1px solid ${t.color.ink};
      border-block-end: ${t.space.hair} double ${t.color.ink};
    }
  `}
`;
