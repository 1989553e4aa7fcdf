import { useMemo } from "react";
import styled, { css } from "styled-components";
import { HouseLink } from "../../domain/HouseLink.tsx";
import type { PlanPlot } from "../../domain/paymentPlanDetails.ts";
import { t } from "../../i18n/t.ts";
import { Section } from "./PlanSection.ts";

interface PlanPlotsProps {
  plots: readonly PlanPlot[];
  /** They are all of the rate's category. */
  category: string | undefined;
}

/** The houses that pay by the plan, as plates with their owners' names to point at. */
export function PlanPlots({ plots, category }: PlanPlotsProps) {
  const groups = useMemo(() => chunkPlots(plots), [plots]);
  return (
    <Section aria-labelledby="plan-plots">
      <h2 id="plan-plots">{plots.length === 1 ? t("1 plot") : t("{count} plots", { count: plots.length })}</h2>
      {plots.length === 0 && <p>{t("No plot has this type, category and floor yet.")}</p>}
      {groups.map((group) => (
        <BadgeList key={group[0]?.PlotID}>
          {group.map(({ PlotID, HouseNo, OwnerName }) => (
            <li key={PlotID} title={OwnerName}>
              <HouseLink house={HouseNo} category={category} />
            </li>
          ))}
        </BadgeList>
      ))}
    </Section>
  );
}

const groupSize = 60;

/** The browser lays out only the groups in sight, yet prints and finds all of them. */
function chunkPlots(plots: readonly PlanPlot[]): readonly (readonly PlanPlot[])[] {
  const ordered = plots.toSorted((a, b) => houseNoCollator.compare(a.HouseNo, b.HouseNo));
  const count = Math.ceil(ordered.length / groupSize);
  return Array.from({ length: count }, (_, at) => ordered.slice(at * groupSize, (at + 1) * groupSize));
}

const houseNoCollator = new Intl.Collator("en", { numeric: true });

const BadgeList = styled.ul`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s};
    padding-block-end: ${theme.space.s};
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${theme.size.card}px;

    @media print {
      content-visibility: visible;
    }
  `}
`;
