import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { expensesTitle } from "../../../shared/documents/month-report.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { translateDocumentText } from "../../i18n/documentText.ts";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import type { GeneratedReport } from "./useReport.ts";

const dash = "—";

/** What was spent in the month; not shown for a month without expenses. */
export function ReportExpenses({ report }: { report: GeneratedReport }) {
  const { expenses, total } = report;
  const phone = useIsMobile();
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
              <PhoneDetails>
                <Details expense={expense} />
              </PhoneDetails>
            </td>
            <td>
              <bdi>{expense.Description || dash}</bdi>
            </td>
            <td>
              <Money rupees={expense.Amount} decimals={0} showCurrency />
            </td>
            <td>{expense.PaidOnDate ? <bdi dir="ltr">{formatDay(expense.PaidOnDate)}</bdi> : dash}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" colSpan={phone ? 1 : 3}>
            {expenses.length === 1 ? t("Total, 1 expense") : t("Total, {count} expenses", { count: expenses.length })}
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

/** What the phone has no columns for, in one line. */
function Details({
  expense: { ExpenseType, Description, PaidOnDate },
}: {
  expense: GeneratedReport["expenses"][number];
}) {
  return (
    <>
      <bdi>{ExpenseType}</bdi> · <bdi>{Description || dash}</bdi> ·{" "}
      <bdi>{PaidOnDate ? formatDay(PaidOnDate) : dash}</bdi>
    </>
  );
}

const PhoneDetails = styled.small`
  ${typography("meta")}
  display: none;
  color: ${({ theme }) => theme.color.textMuted};
`;

const NoExpenses = styled.p`
  padding: ${({ theme }) => theme.space.l} ${({ theme }) => theme.size.gutter};
  color: ${({ theme }) => theme.color.textMuted};
`;

const Table = styled.table`
  ${({ theme: t }) => css`
    inline-size: 100%;
    align-self: start;
    border-collapse: collapse;

    caption {
      ${typography("strong")}
      padding: ${t.space.m} ${t.size.gutter};
      text-align: start;
    }

    thead th {
      ${typography("meta")}
      color: ${t.color.textMuted};
      border-block-end: 1px solid ${t.color.borderStrong};
    }

    th,
    td {
      block-size: ${t.size.row}px;
      padding: 0 ${t.size.cellPadding};
      text-align: start;
      overflow-wrap: anywhere;
    }

    thead th,
    bdi[dir],
    td:nth-child(6) {
      white-space: nowrap;
    }

    tbody td {
      border-block-end: 1px solid ${t.color.border};
    }

    td:nth-child(4) {
      color: ${t.color.textMuted};
    }

    :is(th, td):first-child {
      padding-inline-start: ${t.size.gutter};
      color: ${t.color.textSubtle};
    }

    :is(thead th, tbody td):nth-child(5),
    tfoot td:nth-child(3) {
      text-align: end;
    }

    tfoot :is(td, th) {
      border-block-start: 1px solid ${t.color.text};
      border-block-end: ${t.space.hair} double ${t.color.text};
      font-weight: 600;
    }

    ${t.mobile} {
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

      ${PhoneDetails} {
        display: block;
      }
    }
  `}
`;
