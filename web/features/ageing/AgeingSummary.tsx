import { useState } from "react";
import styled, { css } from "styled-components";
import { type AgeBucket, ageBuckets } from "../../../shared/domain/ageing.ts";
import type { AgeingRecord } from "../../../shared/endpoints/ageing.ts";
import { sumRupees } from "../../../shared/money.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { targetSize, typography } from "../../ui/theme/theme.ts";

interface AgeingSummaryProps {
  ageing: AgeingRecord;
  /** Name of the selected category; "" for all. */
  category: string;
  onCategoryChange: (category: string) => void;
  /** The selected bucket; "" for all. */
  age: string;
  onAgeChange: (age: string) => void;
}

type AgeTotals = AgeingRecord["total"];

/**
 * The overdue amounts by age of the selected category as one stacked bar, with a button for each part that filters the
 * list by that age. A table of all categories can be opened, with a button for each that filters the list by the
 * category. On phones the summary is in the filter sheet and has no table.
 */
export function AgeingSummary(props: AgeingSummaryProps) {
  const { category, onCategoryChange, age, onAgeChange } = props;
  const { categories, total } = props.ageing;
  const totals = categories.find(({ CategoryName }) => CategoryName === category) ?? total;
  const [isTableOpen, setIsTableOpen] = useState(false);
  const isMobile = useIsMobile();
  return (
    <Box>
      <Legend role="group" aria-label={t("By age")}>
        <span>
          {t("Overdue")} <Money rupees={totals.due} strong />
        </span>
        {listAgeBuckets().map(({ key, title }, index) => (
          <SummaryButton
            key={key}
            type="button"
            aria-pressed={age === key}
            onClick={() => onAgeChange(age === key ? "" : key)}
          >
            <Swatch $bucketIndex={index} />
            {title} <Money rupees={totals[key]} strong dashIfZero />
          </SummaryButton>
        ))}
        <span>
          {t("Not due yet")} <Money rupees={totals.notYet} dashIfZero />
        </span>
        {!isMobile && (
          <SummaryButton type="button" aria-expanded={isTableOpen} onClick={() => setIsTableOpen(!isTableOpen)}>
            <Icon name={isTableOpen ? "chevron-down" : "chevron-right"} />
            {t("Categories")}
          </SummaryButton>
        )}
      </Legend>
      <Bar aria-hidden="true">
        {listAgeBuckets().map(({ key }, index) => (
          <BarPart key={key} $bucketIndex={index} style={{ flexGrow: totals[key] }} />
        ))}
      </Bar>
      {isTableOpen && !isMobile && (
        <>
          <CategoryTable categories={categories} total={total} selected={category} onSelect={onCategoryChange} />
          <Note>
            <Trans
              text="Days since the due date. Overdue {overdue} and not due yet {notDueYet} are {all} outstanding."
              with={{
                overdue: <Money rupees={total.due} showCurrency />,
                notDueYet: <Money rupees={total.notYet} showCurrency />,
                all: <Money rupees={sumRupees([total.due, total.notYet])} showCurrency strong />,
              }}
            />
          </Note>
        </>
      )}
    </Box>
  );
}

interface CategoryTableProps extends Pick<AgeingRecord, "categories" | "total"> {
  selected: string;
  onSelect: (category: string) => void;
}

function CategoryTable({ categories, total, selected, onSelect }: CategoryTableProps) {
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
          <th scope="col">{t("Overdue")}</th>
          <th scope="col">{t("Not due yet")}</th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ CategoryID, CategoryName, ...totals }) => (
          <tr key={CategoryID}>
            <th scope="row">
              <SummaryButton
                type="button"
                aria-label={t("Category {category}", { category: CategoryName })}
                aria-pressed={selected === CategoryName}
                onClick={() => onSelect(selected === CategoryName ? "" : CategoryName)}
              >
                <CategoryBadge category={CategoryName} />
              </SummaryButton>
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

/** The age buckets with their titles, youngest first. */
export function listAgeBuckets(): readonly { key: AgeBucket; title: string }[] {
  const titles = {
    upTo30: t("1–30 days"),
    upTo60: t("31–60 days"),
    upTo90: t("61–90 days"),
    over90: t("Over 90 days"),
  };
  return ageBuckets.map((key) => ({ key, title: titles[key] }));
}

const Box = styled.section`
  flex: none;
  overflow-x: auto;
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

const Bar = styled.div`
  ${({ theme }) => css`
    display: flex;
    gap: 1px;
    block-size: ${theme.size.progressBar}px;
    margin-inline: ${theme.size.gutter};
    overflow: hidden;
    border-radius: ${theme.radius.badge};
    background: ${theme.color.sunken};
    print-color-adjust: exact;

    ${theme.mobile} {
      margin: ${theme.space.xs} 0;
    }
  `}
`;

/** Older amounts have a darker colour. */
const ageColorStyle = css<{ $bucketIndex: number }>`
  background: ${({ theme, $bucketIndex }) => `color-mix(in srgb, ${theme.color.amberFill} ${30 + $bucketIndex * 23}%, ${theme.color.surface})`};
`;

const BarPart = styled.span<{ $bucketIndex: number }>`
  ${ageColorStyle}
  flex-basis: 0;
`;

const Legend = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 ${theme.space.m};
    padding-inline: ${theme.size.gutter};
    color: ${theme.color.textMuted};

    bdi {
      color: ${theme.color.text};
    }

    > * {
      white-space: nowrap;
    }

    > :last-child:is(button) {
      margin-inline-start: auto;
    }

    ${theme.mobile} {
      display: grid;
      padding-inline: 0;
    }
  `}
`;

const SummaryButton = styled.button`
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.xs};
    min-block-size: ${targetSize(theme.size.minTarget)};
    padding-inline: ${theme.space.xs};
    border-radius: ${theme.radius.button};
    color: inherit;

    &:hover,
    &[aria-pressed="true"] {
      background: ${theme.color.accentSoft};
      color: ${theme.color.text};
    }
  `}
`;

const Swatch = styled.span<{ $bucketIndex: number }>`
  ${ageColorStyle}
  inline-size: ${({ theme }) => theme.size.dot}px;
  block-size: ${({ theme }) => theme.size.dot}px;
  border-radius: ${({ theme }) => theme.radius.cell};
`;

const Note = styled.p`
  ${typography("meta")}
  ${({ theme }) => css`
    padding: ${theme.space.xs} ${theme.size.gutter} 0;
    color: ${theme.color.textMuted};
  `}
`;
