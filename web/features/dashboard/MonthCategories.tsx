import styled, { css, useTheme } from "styled-components";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { say } from "../../lib/language.ts";
import { categoryColor, type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { ShareBar } from "../../ui/ProgressBar.tsx";

/** What each category has paid of the month. */
export function MonthCategories({ title, categories }: { title: string; categories: DashboardBoard["categories"] }) {
  const theme = useTheme();
  return (
    <Table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{say("Category")}</th>
          <th scope="col">{say("Recovered")}</th>
          <th scope="col">{say("Received")}</th>
          <th scope="col">{say("Due")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, received, due, recovery }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <Plate house={CategoryName} category={CategoryName} />
            </th>
            <td>
              <strong>{recovery.toFixed(1)}%</strong>
              <ShareBar
                share={recovery / 100}
                label={say("{category} recovered", { category: CategoryName })}
                color={categoryColor(theme, CategoryName)}
              />
            </td>
            <td>
              <Money rupees={received} decimals={0} prefix />
            </td>
            <td>
              <Money rupees={due} decimals={0} prefix />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled.table`
  ${({ theme: t }) => css`
    inline-size: 100%;
    border-collapse: collapse;

    caption {
      ${type("strong")}
      padding-block-end: ${t.space.s};
      text-align: start;
    }

    thead th {
      ${type("meta")}
      color: ${t.color.ink3};
      border-block-end: 1px solid ${t.color.line2};
    }

    th,
    td {
      padding-block: ${t.space.s};
      font-weight: inherit;
      text-align: end;
      border-block-end: 1px solid ${t.color.line};
    }

    th:first-child {
      text-align: start;
    }
  `}
`;
