import styled, { css } from "styled-components";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { ActivityRow, actorName } from "../../domain/activity/ActivityRow.tsx";
import { activityTexts } from "../../domain/activity/activityTexts.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import { formatDateTime } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { translateName } from "../../i18n/t.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** What somebody did, to which house, and when. */
export function ActivityEntry({ entry }: { entry: ActivityRecord }) {
  const { Kind, By, At, Count, HouseNo, CategoryName, Title, Amount } = entry;
  const name = translateName(By);
  const [one, many] = activityTexts[Kind];
  const isNamed = Kind.startsWith("expense") || Kind.startsWith("plan") || Kind.startsWith("charge");
  return (
    <ActivityRow kind={Kind} name={name}>
      <p>
        <Trans
          text={Count === 1 || (Kind === "plan revoked" && Count === 0) ? one : many}
          with={{
            name: actorName(name),
            number: Title,
            receipt: <bdi dir="ltr">{`R-${Title}`}</bdi>,
            count: <bdi dir="ltr">{formatCount(Count)}</bdi>,
          }}
        />
      </p>
      <Details>
        {HouseNo !== null && <HouseLink house={HouseNo} category={CategoryName ?? undefined} />}
        {isNamed && Title !== "" && <bdi>{Title}</bdi>}
        {Amount !== null && <Money rupees={Amount} decimals={2} showCurrency />}
        <time dateTime={At} dir="ltr">
          {formatDateTime(new Date(At))}
        </time>
      </Details>
    </ActivityRow>
  );
}

const Details = styled.div`
  ${typography("meta")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.xs} ${theme.space.s};
    align-items: center;
    padding-block-start: ${theme.space.xxs};

    time {
      margin-inline-start: auto;
      color: ${theme.color.textSubtle};
    }
  `}
`;
