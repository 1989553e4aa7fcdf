import styled, { css } from "styled-components";
import { expensesTitle } from "../../../shared/documents/month-report.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { plural, t, translateDocumentText } from "../../i18n/t.ts";
import { renderDay } from "../../resource/columns.tsx";
import { StaticTable } from "../../ui/table/StaticTable.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import type { GeneratedReport } from "./useReport.ts";

const dash = "—";

/** The month's expenses as a table. */
export function ReportExpenses({ report }: { report: GeneratedReport }) {
  const { expenses, total } = report;
  const isMobile = useIsMobile();
  if (expenses.length === 0) return <NoExpenses>{t("No expenses recorded for this month.")}</NoExpenses>;
  return (
    <Table>
      <caption>{expensesTitle(report, translateDocumentText)}</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("Type")}</th>
          <th scope="col">{t("Title")}</th>
          <th scope="col">{t("Description")}</th>
          <th scope="col">{t("Amount")}</th>
          <th scope="col">{t("Paid On")}</th>
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
              <MobileDetails>
                <Details expense={expense} />
              </MobileDetails>
            </td>
            <td>
              <bdi>{expense.Description || dash}</bdi>
            </td>
            <td>
              <Money rupees={expense.Amount} decimals={0} showCurrency />
            </td>
            <td>{renderDay(expense.PaidOnDate)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" colSpan={isMobile ? 1 : 3}>
            {plural(expenses.length, { one: "Total, 1 expense", other: "Total, {count} expenses" })}
          </th>
          <td>
            <Money rupees={total.expenses} decimals={0} showCurrency strong />
          </td>
          <td />
        </tr>
      </tfoot>
    </Table>
  );
}

/** The columns that phones hide, in one line. */
function Details({
  expense: { ExpenseType, Description, PaidOnDate },
}: {
  expense: GeneratedReport["expenses"][number];
}) {
  return (
    <>
      <bdi>{ExpenseType}</bdi> ·{" "}
      {Description && (
        <>
          <bdi>{Description}</bdi> ·{" "}
        </>
      )}
      {renderDay(PaidOnDate)}
    </>
  );
}

const MobileDetails = styled.small`
  ${typography("meta")}
  display: none;
  color: ${({ theme }) => theme.color.textMuted};
`;

const NoExpenses = styled.p`
  padding: ${({ theme }) => theme.space.l} ${({ theme }) => theme.size.gutter};
  color: ${({ theme }) => theme.color.textMuted};
`;

const Table = styled(StaticTable)`
  ${({ theme }) => css`
    align-self: start;

    caption {
      padding: ${theme.space.m} ${theme.size.gutter};
    }

    th,
    td {
      block-size: ${theme.size.row}px;
      padding: 0 ${theme.size.cellPadding};
      text-align: start;
      overflow-wrap: anywhere;
    }

    thead th,
    bdi[dir],
    td:nth-child(6) {
      white-space: nowrap;
    }

    tbody td {
      border-block-end: 1px solid ${theme.color.border};
    }

    td:nth-child(4) {
      color: ${theme.color.textMuted};
    }

    :is(th, td):first-child {
      padding-inline-start: ${theme.size.gutter};
      color: ${theme.color.textSubtle};
    }

    :is(thead th, tbody td):nth-child(5),
    tfoot td:nth-child(3) {
      text-align: end;
    }

    tfoot :is(td, th) {
      border-block-start: 1px solid ${theme.color.text};
      border-block-end: ${theme.size.thickBorder} double ${theme.color.text};
      font-weight: 600;
    }

    ${theme.mobile} {
      :is(thead th, tbody td):is(:nth-child(1), :nth-child(2), :nth-child(4), :nth-child(6)),
      tfoot td:is(:first-child, :last-child) {
        display: none;
      }

      :is(thead th, tbody td):nth-child(3),
      tfoot th {
        padding-block: ${theme.space.s};
        padding-inline: ${theme.size.gutter} 0;
      }

      :is(thead th, tbody td):nth-child(5),
      tfoot td:nth-child(3) {
        padding-inline-end: ${theme.size.gutter};
      }

      ${MobileDetails} {
        display: block;
      }
    }
  `}
`;
