import styled, { css } from "styled-components";
import { formatDay, MONTH_NAMES } from "../../../shared/dates.ts";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import type { Report } from "./useReport.ts";

const dash = "—";

/** What was spent in the month; not shown for a month without expenses. */
export function ReportExpenses({ report: { expenses, month, year, total } }: { report: Report }) {
  const phone = usePhone();
  if (expenses.length === 0) return <None>No expenses recorded for this month.</None>;
  return (
    <Table>
      <caption>
        Expenses in {MONTH_NAMES[month - 1]} {year}
      </caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Type</th>
          <th scope="col">Title</th>
          <th scope="col">Description</th>
          <th scope="col">Amount</th>
          <th scope="col">Paid On</th>
        </tr>
      </thead>
      <tbody>
        {expenses.map((expense, index) => (
          <tr key={expense.ExpenseID}>
            <td>{index + 1}</td>
            <td>{expense.ExpenseType}</td>
            <td>
              {expense.ExpenseTitle}
              <OnPhone>{detailsOf(expense)}</OnPhone>
            </td>
            <td>{expense.Description || dash}</td>
            <td>
              <Money rupees={expense.Amount} decimals={0} prefix />
            </td>
            <td>{expense.PaidOnDate ? formatDay(expense.PaidOnDate) : dash}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" colSpan={phone ? 1 : 3}>
            Total, {expenses.length} {expenses.length === 1 ? "expense" : "expenses"}
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
function detailsOf({ ExpenseType, Description, PaidOnDate }: Report["expenses"][number]): string {
  return [ExpenseType, Description || dash, PaidOnDate ? formatDay(PaidOnDate) : dash].join(" · ");
}

const OnPhone = styled.small`
  ${type("meta")}
  display: none;
  color: ${({ theme }) => theme.color.ink2};
`;

const None = styled.p`
  padding: ${({ theme }) => theme.space.l} ${({ theme }) => theme.size.gutter};

  ${({ theme }) => theme.phone} {
    padding-inline: ${({ theme }) => theme.size.gutterPhone};
  }

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
    bdi,
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
      caption {
        padding-inline: ${t.size.gutterPhone};
      }

      :is(thead th, tbody td):is(:nth-child(1), :nth-child(2), :nth-child(4), :nth-child(6)),
      tfoot td:is(:first-child, :last-child) {
        display: none;
      }

      :is(thead th, tbody td):nth-child(3),
      tfoot th {
        padding: ${t.space.s} 0 ${t.space.s} ${t.size.gutterPhone};
      }

      :is(thead th, tbody td):nth-child(5),
      tfoot td:nth-child(3) {
        padding-inline-end: ${t.size.gutterPhone};
      }

      ${OnPhone} {
        display: block;
      }
    }
  `}
`;
