import { useEffect } from "react";
import styled, { css } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { endpointPaths } from "../../../shared/endpoints/paths.ts";
import { adjustmentName } from "../../../shared/resources/adjustment.ts";
import { usePagedList } from "../../api/usePagedList.ts";
import { ActivityRow, activityTexts, renderUserName } from "../../domain/ActivityRow.tsx";
import { HouseLink } from "../../domain/HouseLink.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { useOnChange } from "../../live/useOnChange.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState, LoadError } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The latest changes by all users, newest first, live. */
export function Activity() {
  const { entries, isComplete, error, isLoadingMore, refetch, loadMore } = useActivity();
  return (
    <section aria-labelledby="activity">
      <ActivityHeader>
        <h2 id="activity">{t("Activity")}</h2>
        <span>{t("of all users, live")}</span>
      </ActivityHeader>
      {!entries && !error && <Skeleton rows={6} />}
      {error !== undefined && <LoadError title={t("Failed to load the activity")} onRetry={() => void refetch()} />}
      {entries?.length === 0 && <EmptyState title={t("No activity yet.")} />}
      <ActivityList>
        {entries?.map((entry) => (
          <li key={entry.ActivityID}>
            <ActivityEntry entry={entry} />
          </li>
        ))}
      </ActivityList>
      {entries && !isComplete && (
        <More>
          <Button variant="ghost" busy={isLoadingMore} onClick={() => void loadMore()}>
            {t("Show more")}
          </Button>
        </More>
      )}
    </section>
  );
}

const ActivityHeader = styled.header`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: ${theme.space.xs};
    padding-block-end: ${theme.space.s};

    h2 {
      ${typography("strong")}
    }

    span {
      ${typography("meta")}
      color: ${theme.color.textSubtle};
    }
  `}
`;

const ActivityList = styled.ol`
  ${({ theme }) => css`
    > li {
      padding-block: ${theme.space.s};
      border-block-end: 1px solid ${theme.color.border};
    }
  `}
`;

const More = styled.div`
  padding-block-start: ${({ theme }) => theme.space.s};
`;

function ActivityEntry({ entry }: { entry: ActivityRecord }) {
  const { Kind, By, At, Count, HouseNo, CategoryName, Title, Amount } = entry;
  const name = translateName(By);
  const [singular, plural] = activityTexts[Kind];
  const hasTitle = Kind.startsWith("expense") || Kind.startsWith("plan") || Kind.startsWith("charge");
  return (
    <ActivityRow kind={Kind} name={name}>
      <p>
        <Trans
          text={Count === 1 || (Kind === "plan revoked" && Count === 0) ? singular : plural}
          with={{
            name: renderUserName(name),
            number: Title,
            receipt: <bdi dir="ltr">{`R-${Title}`}</bdi>,
            adjustment: <bdi dir="ltr">{adjustmentName({ AdjustmentNo: Number(Title) })}</bdi>,
            count: <bdi dir="ltr">{formatCount(Count)}</bdi>,
          }}
        />
      </p>
      <Details>
        {HouseNo !== null && <HouseLink houseNo={HouseNo} category={CategoryName ?? undefined} />}
        {hasTitle && Title !== "" && <bdi>{Title}</bdi>}
        {Amount !== null && <Money rupees={Amount} showCurrency />}
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

const activityResources: readonly string[] = ["activity"];

/** The latest activities, refetched after each new one. */
function useActivity() {
  const pages = usePagedList<ActivityRecord>({ path: endpointPaths.activity.path, pageSize: 12, maxPageSize: 100 });
  const { refetch } = pages;
  useOnChange(activityResources, () => void refetch());
  useEffect(() => void refetch(), [refetch]);
  return pages;
}
