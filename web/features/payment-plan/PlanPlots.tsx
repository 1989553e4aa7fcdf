import { useMemo } from "react";
import styled, { css } from "styled-components";
import { HousePlate } from "../../HousePlate.tsx";
import { say } from "../../lib/language.ts";
import type { PlanPlot } from "../../planFull.ts";
import { Part } from "./PlanPart.ts";

interface PlanPlotsProps {
  plots: readonly PlanPlot[];
  /** They are all of the rate's category. */
  category: string | undefined;
}

/** The houses that pay by the plan, as plates with their owners' names to point at. */
export function PlanPlots({ plots, category }: PlanPlotsProps) {
  const groups = useMemo(() => inGroups(plots), [plots]);
  return (
    <Part aria-labelledby="plan-plots">
      <h2 id="plan-plots">{plots.length === 1 ? say("1 plot") : say("{count} plots", { count: plots.length })}</h2>
      {plots.length === 0 && <p>{say("No plot has this type, category and floor yet.")}</p>}
      {groups.map((group) => (
        <Plates key={group[0]?.PlotID}>
          {group.map(({ PlotID, HouseNo, OwnerName }) => (
            <li key={PlotID} title={OwnerName}>
              <HousePlate house={HouseNo} category={category} />
            </li>
          ))}
        </Plates>
      ))}
    </Part>
  );
}

const groupSize = 60;

/** The browser lays out only the groups in sight, yet prints and finds all of them. */
function inGroups(plots: readonly PlanPlot[]): readonly (readonly PlanPlot[])[] {
  const ordered = plots.toSorted((a, b) => byNumber.compare(a.HouseNo, b.HouseNo));
  const count = Math.ceil(ordered.length / groupSize);
  return Array.from({ length: count }, (_, at) => ordered.slice(at * groupSize, (at + 1) * groupSize));
}

const byNumber = new Intl.Collator("en", { numeric: true });

const Plates = styled.ul`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.s};
    padding-block-end: ${t.space.s};
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${t.size.card}px;

    @media print {
      content-visibility: visible;
    }
  `}
`;
