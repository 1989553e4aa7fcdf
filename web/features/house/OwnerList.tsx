import styled, { css } from "styled-components";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { useCanList } from "../../api/session.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { MetaText } from "../../ui/text/Text.tsx";

/** The owners of the house with their periods, the present one first; nothing without the right to see them. */
export function OwnerList({ house }: { house: PlotRecord }) {
  return (
    <List aria-label={t("Owners")}>
      {useOwnerships(house)
        .toSorted((a, b) => b.OwnershipID - a.OwnershipID)
        .map(({ OwnershipID, OwnerName, CNIC, From, To }) => (
          <li key={OwnershipID}>
            <span>
              <bdi>{OwnerName}</bdi>
            </span>
            <MetaText>{describePeriod({ From, To })}</MetaText>
            {CNIC && (
              <MetaText>
                <bdi dir="ltr">{CNIC}</bdi>
              </MetaText>
            )}
          </li>
        ))}
    </List>
  );
}

/** The name of who owned the house on that day; of the present owner without the right to see the others. */
export function useOwnerName(house: PlotRecord, day: Day): string {
  const owner = useOwnerships(house).find(
    ({ From, To }) => (From === null || From <= day) && (To === null || day <= To),
  );
  return owner?.OwnerName ?? house.OwnerName;
}

function useOwnerships({ PlotID }: PlotRecord) {
  return useResource(ownership, useCanList(ownership) ? { plot: PlotID } : null).rows;
}

function describePeriod({ From, To }: Pick<Ownership, "From" | "To">): string {
  if (From === null) return To === null ? t("since the beginning") : t("until {day}", { day: formatDay(To) });
  if (To === null) return t("since {day}", { day: formatDay(From) });
  return t("{from} to {to}", { from: formatDay(From), to: formatDay(To) });
}

const List = styled.ol`
  ${({ theme }) => css`
    > li {
      display: grid;
      padding-block: ${theme.space.s};
      border-block-start: 1px solid ${theme.color.border};
      overflow-wrap: anywhere;
    }
  `}
`;
