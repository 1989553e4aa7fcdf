import { Fragment } from "react";
import styled, { css } from "styled-components";
import { type AgeBucket, ageBuckets } from "../../../shared/domain/ageing.ts";
import type { AgeingRecord } from "../../../shared/endpoints/ageing.ts";
import { sumRupees } from "../../../shared/money.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

interface AgeingSummaryProps {
  ageing: AgeingRecord;
  /** The selected category; undefined for all. */
  CategoryID: number | undefined;
}

type AgeTotals = AgeingRecord["total"];

/** Amounts due by age and category; on mobile only those of the selected category. */
export function AgeingSummary({ ageing: { categories, total }, CategoryID }: AgeingSummaryProps) {
  const isMobile = useIsMobile();
  const selectedCategory = categories.find((category) => category.CategoryID === CategoryID);
  return (
    <Box>
      {isMobile ? (
        <TotalsList totals={selectedCategory ?? total} />
      ) : (
        <CategoryTable categories={categories} total={total} />
      )}
      <Note>
        <Trans
          text="Days since the due date. Due {due} plus not yet due {notYet} is {all}: everything outstanding in the schedule, as on the dashboard."
          with={{
            due: <Money rupees={total.due} showCurrency />,
            notYet: <Money rupees={total.notYet} showCurrency />,
            all: <Money rupees={sumRupees([total.due, total.notYet])} showCurrency strong />,
          }}
        />
      </Note>
    </Box>
  );
}

function CategoryTable({ categories, total }: Pick<AgeingRecord, "categories" | "total">) {
  const ages = listAgeBuckets();
  return (
    <Table aria-label={t("By age and category")}>
      <thead>
        <tr>
          <th scope="col">{t("Category")}</th>
          {ages.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">{t("Total due")}</th>
          <th scope="col">{t("Not yet due")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, ...totals }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <CategoryBadge category={CategoryName} />
            </th>
            <AmountCells totals={totals} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("Total")}</th>
          <AmountCells totals={total} />
        </tr>
      </tfoot>
    </Table>
  );
}

function AmountCells({ totals }: { totals: AgeTotals }) {
  return (
    <>
      {listAgeBuckets().map(({ key }) => (
        <td key={key}>
          <Money rupees={totals[key]} dashIfZero />
        </td>
      ))}
      <td>
        <Money rupees={totals.due} dashIfZero strong />
      </td>
      <td>
        <Money rupees={totals.notYet} dashIfZero />
      </td>
    </>
  );
}

function TotalsList({ totals }: { totals: AgeTotals }) {
  return (
    <List aria-label={t("By age and category")}>
      {listAgeBuckets().map(({ key, title }) => (
        <Fragment key={key}>
          <dt>{title}</dt>
          <dd>
            <Money rupees={totals[key]} dashIfZero />
          </dd>
        </Fragment>
      ))}
      <dt>{t("Total due")}</dt>
      <dd>
        <Money rupees={totals.due} strong />
      </dd>
    </List>
  );
}

/** The age buckets with their titles, youngest first. */
export function listAgeBuckets(): readonly { key: AgeBucket; title: string }[] {
  const titles = {
    upTo30: t("0–30 days"),
    upTo60: t("31–60 days"),
    upTo90: t("61–90 days"),
    over90: t("Over 90 days"),
  };
  return ageBuckets.map((key) => ({ key, title: titles[key] }));
}

const Box = styled.section`
  ${({ theme }) => css`
    flex: none;
    padding-block: ${theme.space.s};
    border-block-end: 1px solid ${theme.color.border};
    overflow-x: auto;
  `}
`;

const Table = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;

    th,
    td {
      padding: ${theme.space.xxs} ${theme.size.cellPadding};
      text-align: end;
      font-weight: 400;
      white-space: nowrap;
    }

    th:first-child {
      padding-inline-start: ${theme.size.gutter};
      text-align: start;
    }

    td:last-child,
    thead th:last-child {
      padding-inline-end: ${theme.size.gutter};
      color: ${theme.color.textMuted};
    }

    thead th {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }

    tfoot :is(th, td) {
      border-block-start: 1px solid ${theme.color.text};
      font-weight: 600;
    }
  `}
`;

const List = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${theme.space.xxs} ${theme.space.m};
    padding-inline: ${theme.size.gutter};

    dd {
      text-align: end;
    }
  `}
`;

const Note = styled.p`
  ${typography("meta")}
  ${({ theme }) => css`
    padding: ${theme.space.xs} ${theme.size.gutter} 0;
    color: ${theme.color.textMuted};
  `}
`;
