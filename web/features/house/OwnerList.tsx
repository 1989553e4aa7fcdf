import styled, { css } from "styled-components";
import { type Day, formatDay } from "../../../shared/dates.ts";
import { transferLetterPdf } from "../../../shared/endpoints/ownership.ts";
import { type Ownership, ownership } from "../../../shared/resources/ownership.ts";
import { useCanCall, useCanList } from "../../api/session.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { saveTransferLetter } from "./transferLetter.ts";

/** The owners of the house with their periods, the current one first; nothing without the right to see them. */
export function OwnerList({ house }: { house: PlotRecord }) {
  const canReadLetters = useCanCall(transferLetterPdf);
  return (
    <List aria-label={t("Owners")}>
      {useOwnerships(house)
        .toSorted((a, b) => b.OwnershipID - a.OwnershipID)
        .map((row) => (
          <li key={row.OwnershipID}>
            <span>
              <bdi>{row.OwnerName}</bdi>
            </span>
            <MetaText>{describePeriod(row)}</MetaText>
            {row.CNIC && (
              <MetaText>
                <bdi dir="ltr">{row.CNIC}</bdi>
              </MetaText>
            )}
            {canReadLetters && row.From !== null && (
              <LetterButton
                variant="ghost"
                aria-label={t("Transfer letter of {owner}", { owner: row.OwnerName })}
                exportFile={() => saveTransferLetter(row)}
              >
                {t("Transfer letter")}
              </LetterButton>
            )}
          </li>
        ))}
    </List>
  );
}

/** The name of the owner on that day, or of the current owner if the user may not see earlier ones. */
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

/** Below the owner, aligned with its start. */
const LetterButton = styled(ExportButton)`
  justify-self: start;
  padding-inline-start: 0;
`;

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
