import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type Theme, type } from "../theme.ts";

export type MonthState = "paid" | "part" | "overdue" | "to come" | "none";

interface YearStripProps {
  /** The months in order; `none` is a month without an installment. */
  months: readonly MonthState[];
  /** Month names under tall cells that fill the width; without them the strip fits a table row. */
  names?: readonly string[];
}

/** A house's year in twelve cells, told in words to screen readers. */
export function YearStrip({ months, names }: YearStripProps) {
  const cells = months.map((state, index) => ({ state, name: names?.[index] ?? "", month: index + 1 }));
  return (
    <Strip role="img" aria-label={inWords(months)} $tall={names !== undefined}>
      {cells.map(({ state, name, month }) => (
        <Month key={month} title={name ? say("{month}: {state}", { month: name, state: say(state) }) : undefined}>
          <Cell $state={state} />
          {name && <Name>{name}</Name>}
        </Month>
      ))}
    </Strip>
  );
}

function inWords(months: readonly MonthState[]): string {
  const count = (state: MonthState) => months.filter((month) => month === state).length;
  const due = months.length - count("none");
  const rest = [
    { number: count("part"), words: say("{count} part-paid", { count: count("part") }) },
    { number: count("overdue"), words: say("{count} overdue", { count: count("overdue") }) },
    { number: count("to come"), words: say("{count} to come", { count: count("to come") }) },
  ];
  const parts = rest.filter(({ number }) => number > 0).map(({ words }) => words);
  return [say("{count} of {due} paid", { count: count("paid"), due }), ...parts].join(say(", "));
}

function cellLook(t: Theme, state: MonthState): string {
  const { accent, amberFig, surface, line, line2 } = t.color;
  if (state === "paid") return `border-color: ${accent}; background: ${accent};`;
  if (state === "overdue") return `border-color: ${amberFig}; background: ${amberFig};`;
  if (state === "part")
    return `border-color: ${amberFig}; background: linear-gradient(to top, ${amberFig} 50%, ${surface} 50%);`;
  return `border-color: ${state === "none" ? line : line2}; background: ${state === "none" ? "none" : surface};`;
}

const Cell = styled.span<{ $state: MonthState }>`
  ${({ theme: t, $state }) => css`
    display: block;
    inline-size: ${t.size.yearCell}px;
    block-size: ${t.size.yearCell}px;
    border: 1px solid;
    ${cellLook(t, $state)}
    print-color-adjust: exact;

    ${t.phone} {
      inline-size: ${t.size.yearCellPhone}px;
    }
  `}
`;

const Month = styled.span`
  display: block;
`;

const Name = styled.span`
  ${type("key")}
  ${({ theme: t }) => css`
    display: block;
    margin-block-start: ${t.space.xs};
    color: ${t.color.ink3};
    text-align: center;

    ${t.phone} {
      font-size: ${t.textSize.tiny};
    }
  `}
`;

const Strip = styled.span<{ $tall: boolean }>`
  ${({ theme: t, $tall }) => css`
    display: inline-flex;
    flex: none;
    gap: ${t.space.xxs};

    ${t.phone} {
      gap: 1px;
    }

    ${
      $tall &&
      css`
        display: grid;
        grid-template-columns: repeat(12, minmax(0, 1fr));
        gap: ${t.space.hair};

        ${Cell} {
          inline-size: auto;
          block-size: ${t.size.yearCellTall}px;
          border-radius: ${t.radius.cell};
        }
      `
    }
  `}
`;
