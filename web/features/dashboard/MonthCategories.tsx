import styled, { css, useTheme } from "styled-components";
import type { DashboardData } from "../../../shared/wire.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { t } from "../../i18n/t.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { StaticTable } from "../../ui/table/tableStyles.ts";
import { Money } from "../../ui/text/Money.tsx";
import { categoryColor } from "../../ui/theme/theme.ts";

/** Recovery of the month's charges by category. */
export function MonthCategories({ title, categories }: { title: string; categories: DashboardData["categories"] }) {
  const theme = useTheme();
  return (
    <Table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Category")}</th>
          <th scope="col">{t("Recovered")}</th>
          <th scope="col">{t("Received")}</th>
          <th scope="col">{t("Due")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, received, due, recovery }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <CategoryBadge category={CategoryName} />
            </th>
            <td>
              <strong>{recovery.toFixed(1)}%</strong>
              <ProgressBar
                share={recovery / 100}
                label={t("{category} recovered", { category: CategoryName })}
                color={categoryColor(theme, CategoryName)}
              />
            </td>
            <td>
              <Money rupees={received} decimals={0} showCurrency />
            </td>
            <td>
              <Money rupees={due} decimals={0} showCurrency />
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
