import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { expensesTitle } from "../../../shared/paper/report.ts";
import { say } from "../../lib/language.ts";
import { sayPaper } from "../../sayPaper.ts";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import type { Report } from "./useReport.ts";

const dash = "—";

/** What was spent in the month; not shown for a month without expenses. */
export function ReportExpenses({ report }: { report: Report }) {
  const { expenses, total } = report;
  const phone = usePhone();
  if (expenses.length === 0) return <None>{say("No expenses recorded for this month.")}</None>;
  return (
    <Table>
      <caption>{expensesTitle(report, sayPaper)}</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{say("Type")}</th>
          <th scope="col">{say("Title")}</th>
          <th scope="col">{say("Description")}</th>
          <th scope="col">{say("Amount")}</th>
          <th scope="col">{say("Paid On")}</th>
        </tr>
      </thead>
      <tbody>
        {expenses.map((expense, index) => (
          <tr key={expense.ExpenseID}>
            <td>{index + 1}</td>
            <td>
              <bdi>{expense.ExpenseType}</bdi>
            </td>
            <td>
              <bdi>{expense.ExpenseTitle}</bdi>
              <OnPhone>
                <Details expense={expense} />
              </OnPhone>
            </td>
            <td>
              <bdi>{expense.Description || dash}</bdi>
            </td>
            <td>
              <Money rupees={expense.Amount} decimals={0} prefix />
            </td>
            <td>{expense.PaidOnDate ? <bdi dir="ltr">{formatDay(expense.PaidOnDate)}</bdi> : dash}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" colSpan={phone ? 1 : 3}>
            {expenses.length === 1
              ? say("Total, 1 expense")
              : say("Total, {count} expenses", { count: expenses.length })}
          </th>
          <td>
            <Money rupees={total.expenses} decimals={0} prefix strong />
          </td>
          <td />
        </tr>
      </tfoot>
    </Table>
  );
}

/** What the phone has no columns for, in one line. */
function Details({ expense: { ExpenseType, Description, PaidOnDate } }: { expense: Report["expenses"][number] }) {
  return (
    <>
      <bdi>{ExpenseType}</bdi> · <bdi>{Description || dash}</bdi> ·{" "}
      <bdi>{PaidOnDate ? formatDay(PaidOnDate) : dash}</bdi>
    </>
  );
}

const OnPhone = styled.small`
  ${type("meta")}
  display: none;
  color: ${({ theme }) => theme.color.ink2};
`;

const None = styled.p`
  padding: ${({ theme }) => theme.space.l} ${({ theme }) => theme.size.gutter};
  color: ${({ theme }) => theme.color.ink2};
`;

const Table = styled.table`
  ${({ theme: t }) => css`
    inline-size: 100%;
    align-self: start;
    border-collapse: collapse;

    caption {
      ${type("strong")}
      padding: ${t.space.m} ${t.size.gutter};
      text-align: start;
    }

    thead th {
      ${type("meta")}
      color: ${t.color.ink2};
      border-block-end: 1px solid ${t.color.line2};
    }

    th,
    td {
      block-size: ${t.size.row}px;
      padding: 0 ${t.size.cellPad};
      text-align: start;
      overflow-wrap: anywhere;
    }

    thead th,
    bdi[dir],
    td:nth-child(6) {
      white-space: nowrap;
    }

    tbody td {
      border-block-end: 1px solid ${t.color.line};
    }

    td:nth-child(4) {
      color: ${t.color.ink2};
    }

    :is(th, td):first-child {
      padding-inline-start: ${t.size.gutter};
      color: ${t.color.ink3};
    }

    :is(thead th, tbody td):nth-child(5),
    tfoot td:nth-child(3) {
      text-align: end;
    }

    tfoot :is(td, th) {
      border-block-start: 1px solid ${t.color.ink};
      border-block-end: ${t.space.hair} double ${t.color.ink};
      font-weight: 600;
    }

    ${t.phone} {
      :is(thead th, tbody td):is(:nth-child(1), :nth-child(2), :nth-child(4), :nth-child(6)),
      tfoot td:is(:first-child, :last-child) {
        display: none;
      }

      :is(thead th, tbody td):nth-child(3),
      tfoot th {
        padding-block: ${t.space.s};
        padding-inline: ${t.size.gutter} 0;
      }

      :is(thead th, tbody td):nth-child(5),
      tfoot td:nth-child(3) {
        padding-inline-end: ${t.size.gutter};
      }

      ${OnPhone} {
        display: block;
      }
    }
  `}
`;
