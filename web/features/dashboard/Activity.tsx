import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Skeleton.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { ActivityEntry } from "./ActivityEntry.tsx";
import { useActivity } from "./useActivity.ts";

/** Who did what to which house, the newest first, as it happens. */
export function Activity() {
  const { entries: lines, ended, error, busy, refetch, loadMore } = useActivity();
  const failed = error !== undefined;
  return (
    <section aria-labelledby="activity">
      <ActivityHeader>
        <h2 id="activity">{t("Activity")}</h2>
        <span>{t("from everyone, as it happens")}</span>
      </ActivityHeader>
      {!lines && !failed && <Skeleton rows={6} />}
      {failed && (
        <EmptyState
          title={t("What was done could not be read")}
          action={<Button onClick={() => void refetch()}>{t("Try again")}</Button>}
        />
      )}
      {lines?.length === 0 && <EmptyState title={t("Nothing was done yet.")} />}
      <ActivityList>
        {lines?.map((line) => (
          <li key={line.ActivityID}>
            <ActivityEntry entry={line} />
          </li>
        ))}
      </ActivityList>
      {lines && !ended && (
        <More>
          <Button variant="ghost" busy={busy} onClick={() => void loadMore()}>
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
