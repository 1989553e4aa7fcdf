import styled, { css } from "styled-components";
import { addMonths, monthOf } from "../../../shared/dates.ts";
import type { DashboardRow } from "../../../shared/domain/periods.ts";
import type { DashboardBoard } from "../../../shared/wire.ts";
import { say } from "../../lib/language.ts";
import { monthYearText } from "../../months.ts";
import { type } from "../../theme.ts";
import { Money } from "../../ui/Money.tsx";
import { ShareBar } from "../../ui/ProgressBar.tsx";

/** The four periods side by side: what has come in of what was charged. */
export function WallPeriods({ board }: { board: DashboardBoard }) {
  return (
    <Strip>
      {board.data.map((row) => (
        <Period key={row.period}>
          <Head>
            <h2>{say(row.period)}</h2>
            <span>{nameOf(row.period, board.today)}</span>
          </Head>
          <Figure>{row.recovery_percentage.toFixed(2)}%</Figure>
          <Bar>
            <ShareBar share={row.recovery_percentage / 100} label={say("Recovery Percentage")} />
          </Bar>
          <dl>
            <Line>
              <dt>{say("Total Amount")}</dt>
              <dd>
                <Money rupees={row.total_amount} decimals={0} />
              </dd>
            </Line>
            <Line $tone="accent">
              <dt>{say("Received")}</dt>
              <dd>
                <Money rupees={row.amount_received} decimals={0} strong />
              </dd>
            </Line>
            <Line>
              <dt>{say("Due")}</dt>
              <dd>
                <Money rupees={row.amount_due} decimals={0} />
              </dd>
            </Line>
            <Line $tone="quiet">
              <dt>{say("Expenses")}</dt>
              <dd>
                <Money rupees={row.total_expense} decimals={0} />
              </dd>
            </Line>
          </dl>
        </Period>
      ))}
    </Strip>
  );
}

function nameOf(period: DashboardRow["period"], today: string): string {
  const { year, month } = monthOf(today);
  if (period === "Current Year") return String(year);
  if (period === "Last Year") return String(year - 1);
  return monthYearText(period === "Current Month" ? { year, month } : addMonths({ year, month }, -1));
}

const Strip = styled.section`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    border-block: 1px solid ${t.color.line2};
  `}
`;

const Period = styled.article`
  ${({ theme: t }) => css`
    padding: ${t.space.s} ${t.space.l};

    &:first-child {
      padding-inline-start: 0;
    }

    &:last-child {
      padding-inline-end: 0;
    }

    & + & {
      border-inline-start: 1px solid ${t.color.line};
    }
  `}
`;

const Head = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${t.space.s};
    white-space: nowrap;

    h2 {
      ${type("strong")}
    }

    span {
      ${type("meta")}
      color: ${t.color.ink2};
    }
  `}
`;

const Figure = styled.p`
  ${type("motto")}
`;

const Bar = styled.div`
  display: flex;
  padding-block: ${({ theme }) => theme.space.xs};
`;

const Line = styled.div<{ $tone?: "accent" | "quiet" }>`
  ${({ theme: t, $tone }) => css`
    display: flex;
    justify-content: space-between;
    color: ${$tone === "quiet" ? t.color.ink2 : t.color.ink};

    dt {
      color: ${t.color.ink2};
    }

    dd {
      color: ${$tone === "accent" ? t.color.accent : "inherit"};
    }
  `}
`;
