import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { type Theme, typography } from "../../ui/theme/theme.ts";

/** The payment state of a month; `none` is a month without installments. */
export type MonthState = "paid" | "part" | "overdue" | "not due yet" | "none";

interface YearStripProps {
  /** Twelve, January first. */
  months: readonly MonthState[];
  /**
   * With names, the cells are tall, fill the width and have the month names below; without, the strip fits a table row.
   */
  monthNames?: readonly string[];
}

/** The payment states of a house's year as twelve cells, with a summary for screen readers. */
export function YearStrip({ months, monthNames }: YearStripProps) {
  const cells = months.map((state, index) => ({ state, name: monthNames?.[index] ?? "", month: index + 1 }));
  return (
    <Strip role="img" aria-label={describeYear(months)} $tall={monthNames !== undefined}>
      {cells.map(({ state, name, month }) => (
        <Month key={month} title={name ? t("{month}: {state}", { month: name, state: t(state) }) : undefined}>
          <Cell $state={state} />
          {name && <Name>{name}</Name>}
        </Month>
      ))}
    </Strip>
  );
}

function describeYear(months: readonly MonthState[]): string {
  const count = (state: MonthState) => months.filter((month) => month === state).length;
  const total = months.length - count("none");
  const details = [
    count("part") > 0 && t("{count} part-paid", { count: count("part") }),
    count("overdue") > 0 && t("{count} overdue", { count: count("overdue") }),
    count("not due yet") > 0 && t("{count} not due yet", { count: count("not due yet") }),
  ];
  return [t("{count} of {due} paid", { count: count("paid"), due: total }), ...details].filter(Boolean).join(t(", "));
}

function cellStyle(theme: Theme, state: MonthState): string {
  const { accent, amberFill, surface, border, borderStrong } = theme.color;
  if (state === "paid") return `border-color: ${accent}; background: ${accent};`;
  if (state === "overdue") return `border-color: ${amberFill}; background: ${amberFill};`;
  if (state === "part")
    return `border-color: ${amberFill}; background: linear-gradient(to top, ${amberFill} 50%, ${surface} 50%);`;
  if (state === "none") return `border-color: ${border}; background: none;`;
  return `border-color: ${borderStrong}; background: ${surface};`;
}

const Cell = styled.span<{ $state: MonthState }>`
  ${({ theme, $state }) => css`
    display: block;
    block-size: ${theme.size.monthCell}px;
    border: 1px solid;
    ${cellStyle(theme, $state)}
    print-color-adjust: exact;
  `}
`;

const Month = styled.span`
  display: block;
  flex: 1;
`;

const Name = styled.span`
  ${typography("caption")}
  ${({ theme }) => css`
    display: block;
    margin-block-start: ${theme.space.xs};
    color: ${theme.color.textSubtle};
    text-align: center;

    ${theme.mobile} {
      font-size: ${theme.textSize.tiny};
    }
  `}
`;

const Strip = styled.span<{ $tall: boolean }>`
  ${({ theme, $tall }) =>
    $tall
      ? css`
          display: grid;
          grid-template-columns: repeat(12, minmax(0, 1fr));
          gap: ${theme.space.xxs};

          ${Cell} {
            block-size: ${theme.size.monthCellTall}px;
            border-radius: ${theme.radius.cell};
          }
        `
      : css`
          display: inline-flex;
          flex: none;
          gap: ${theme.space.xxs};
          inline-size: calc(12 * ${theme.size.monthCell}px + 11 * ${theme.space.xxs});
          max-inline-size: 100%;

          ${theme.mobile} {
            gap: 1px;
            inline-size: calc(12 * ${theme.size.monthCellMobile}px + 11px);
          }
        `}
`;
