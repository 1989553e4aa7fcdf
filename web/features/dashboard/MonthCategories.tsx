import styled, { css, useTheme } from "styled-components";
import type { YearMonth } from "../../../shared/dates.ts";
import type { DashboardData } from "../../../shared/wire.ts";
import { FigureLink, receivablesUrl } from "../../domain/figureLinks.tsx";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { monthName } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { StaticTable } from "../../ui/table/StaticTable.ts";
import { Money } from "../../ui/text/Money.tsx";
import { categoryColor } from "../../ui/theme/theme.ts";

interface MonthCategoriesProps {
  categories: DashboardData["categories"];
  month: YearMonth;
}

/** Recovery of the charges of `month` by category; the figures link to the receivables behind them. */
export function MonthCategories({ categories, month }: MonthCategoriesProps) {
  const theme = useTheme();
  return (
    <Table>
      <caption>{t("{month} by category", { month: monthName(month.month) })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Category")}</th>
          <th scope="col">{t("Recovered")}</th>
          <th scope="col">{t("Received")}</th>
          <th scope="col">{t("Outstanding")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, received, due, recovery }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <FigureLink to={receivablesUrl({ ...month, category: CategoryName })}>
                <CategoryBadge category={CategoryName} />
              </FigureLink>
            </th>
            <td>
              <FigureLink to={receivablesUrl({ ...month, category: CategoryName })}>
                <strong>{recovery.toFixed(1)}%</strong>
                <ProgressBar
                  share={recovery / 100}
                  label={t("{category} recovered", { category: CategoryName })}
                  color={categoryColor(theme, CategoryName)}
                />
              </FigureLink>
            </td>
            <td>
              <FigureLink to={receivablesUrl({ ...month, category: CategoryName })}>
                <Money rupees={received} decimals={0} showCurrency />
              </FigureLink>
            </td>
            <td>
              <FigureLink to={receivablesUrl({ ...month, category: CategoryName, isOutstanding: true })}>
                <Money rupees={due} decimals={0} showCurrency />
              </FigureLink>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled(StaticTable)`
  ${({ theme }) => css`
    caption {
      padding-block-end: ${theme.space.s};
    }

    th,
    td {
      padding-block: ${theme.space.s};
      font-weight: inherit;
      text-align: end;
    }

    tbody :is(th, td) {
      border-block-end: 1px solid ${theme.color.border};
    }

    th:first-child {
      text-align: start;
    }
  `}
`;
