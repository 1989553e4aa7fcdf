import { useState } from "react";
import styled, { css } from "styled-components";
import { formatDateTime, formatDay, formatMonthYear, monthOf } from "../../../shared/dates.ts";
import type { ActivityKind } from "../../../shared/domain/activity.ts";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { endpointPaths } from "../../../shared/endpoints/paths.ts";
import { adjustmentName } from "../../../shared/resources/adjustment.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { useViewer } from "../../api/session.ts";
import { usePagedList } from "../../api/usePagedList.ts";
import { ActivityRow, ApprovedBy, getActivityTexts, renderUserName } from "../../domain/ActivityRow.tsx";
import { formatWithPenalty } from "../../domain/amounts.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import { useNow } from "../../hooks/useNow.ts";
import { formatRelativeTime, shortMonthYearText } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { useLiveLoad } from "../../live/useOnChange.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { useHighlight } from "../../ui/table/rowParts.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The latest changes by all users, newest first, live. */
export function Activity() {
  // A change of the permissions changes which entries are shown, so the list starts again.
  return <ActivityOfViewer key={JSON.stringify(useViewer())} />;
}

function ActivityOfViewer() {
  const { entries, isComplete, error, isLoadingMore, refetch, loadMore } = useActivity();
  const now = useNow(relativeTimeIntervalMs);
  /** The latest id when the list was opened, "" if it was empty; ids ascend with time. */
  const [newestIdAtStart, setNewestIdAtStart] = useState<string>();
  if (newestIdAtStart === undefined && entries) setNewestIdAtStart(entries[0]?.ActivityID ?? "");
  return (
    <section aria-labelledby="activity">
      <ActivityHeader>
        <h2 id="activity">{t("Activity")}</h2>
        <span>{t("of all users, live")}</span>
      </ActivityHeader>
      {!entries && !error && <Skeleton rowCount={6} />}
      {error !== undefined && (
        <FailedRequest error={error} title={t("Failed to load the activity")} onRetry={refetch} />
      )}
      {entries?.length === 0 && <EmptyState title={t("No activity yet.")} />}
      <ActivityList>
        {entries?.map((entry) => (
          <li key={entry.ActivityID}>
            <ActivityEntry
              entry={entry}
              now={now}
              isNew={newestIdAtStart !== undefined && entry.ActivityID > newestIdAtStart}
            />
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
      border-block-end: 1px solid ${theme.color.border};
    }

    /* Leaves room around the avatar for the edge of the highlight. */
    > li > div {
      margin-inline: calc(-1 * ${theme.space.s});
      padding: ${theme.space.s};
    }
  `}
`;

const More = styled.div`
  padding-block-start: ${({ theme }) => theme.space.s};
`;

interface ActivityEntryProps {
  entry: ActivityRecord;
  now: Date;
  /** Arrived while the list was open: highlighted, and its age counts from its arrival by this browser's clock. */
  isNew: boolean;
}

function ActivityEntry({ entry, now, isNew }: ActivityEntryProps) {
  const {
    Kind,
    By,
    ApprovedBy: ApprovedByName,
    At,
    Count,
    HouseNo,
    CategoryName,
    Title,
    Amount,
    PenaltyAmount,
  } = entry;
  const name = translateName(By);
  const [mountedAt] = useState(Date.now);
  const ref = useHighlight<HTMLDivElement>(isNew ? mountedAt : undefined);
  const { one, several } = getActivityTexts(Kind);
  const hasTitle = kindsShowingTitle.some((kind) => Kind.startsWith(kind));
  return (
    <ActivityRow ref={ref} kind={Kind} name={name}>
      <p>
        <Trans
          // Not `Count === 1`, because a revoked plan without installments has the count 0.
          text={Count > 1 ? several : one}
          with={{
            name: renderUserName(name),
            record: <bdi>{formatRecordLabel(Kind, Title)}</bdi>,
            receipt: <bdi dir="ltr">{receiptName({ ReceiptNo: Number(Title) })}</bdi>,
            adjustment: <bdi dir="ltr">{adjustmentName({ AdjustmentNo: Number(Title) })}</bdi>,
            count: <bdi dir="ltr">{formatCount(Count)}</bdi>,
          }}
        />
        <ApprovedBy name={ApprovedByName} />
      </p>
      <Details>
        {HouseNo !== null && <HouseLink houseNo={HouseNo} category={CategoryName ?? undefined} />}
        {hasTitle && Title !== "" && <bdi>{Title}</bdi>}
        {Amount !== null && <span>{formatWithPenalty({ rupees: Amount, penalty: PenaltyAmount })}</span>}
        <time dateTime={At} title={formatDateTime(new Date(At))}>
          {formatRelativeTime(new Date(isNew ? mountedAt : At), now)}
        </time>
      </Details>
    </ActivityRow>
  );
}

/** How the sentence names the record; `title` is a day, month, number or title, depending on the kind. */
function formatRecordLabel(kind: ActivityKind, title: string): string {
  if (kind.startsWith("installment ") || kind === "penalty applied") return title && shortMonthYearText(monthOf(title));
  if (kind.startsWith("transfer")) return `T-${title}`;
  if (kind.startsWith("month")) return formatMonthYear(monthOf(title));
  return kind === "day closed" ? formatDay(title) : title;
}

/** Prefixes of the kinds that show the title below the sentence, because the sentence does not name the record. */
const kindsShowingTitle = ["expense", "plan", "charge", "other income"] as const;

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

/** How often "5 minutes ago" is brought up to date. */
const relativeTimeIntervalMs = 20_000;

const activityResources: readonly string[] = ["activity"];

/** The latest activities, refetched after each new one. */
function useActivity() {
  const pages = usePagedList<ActivityRecord>({
    path: endpointPaths.activity.path,
    pageSize: 12,
    maxPageSize: 100,
    toId: ({ ActivityID }) => ActivityID,
  });
  useLiveLoad(activityResources, pages.refetch);
  return pages;
}
