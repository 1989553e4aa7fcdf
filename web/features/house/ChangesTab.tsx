import styled, { css } from "styled-components";
import { describeError } from "../../api/describeError.ts";
import { t } from "../../i18n/t.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { HouseChangeItem } from "./HouseChangeItem.tsx";
import type { useHouseHistory } from "./useHouseHistory.ts";

/** All changes of the house and its records, newest first. */
export function ChangesTab({ history }: { history: ReturnType<typeof useHouseHistory> }) {
  const { changes, error, isComplete, isLoadingMore, refetch, loadMore } = history;
  return (
    <TabContent title={t("Changes")}>
      <Scroller>
        {error !== undefined && (
          <FailedRequest
            error={error}
            title={t("The changes could not be loaded")}
            text={describeError(error)}
            onRetry={refetch}
          />
        )}
        {!changes && error === undefined && <Skeleton />}
        {changes?.length === 0 && <EmptyState title={t("This house has no changes yet.")} />}
        <List>
          {changes?.map((change) => (
            <li key={change.key}>
              <HouseChangeItem change={change} showAllFields />
            </li>
          ))}
        </List>
        {changes && !isComplete && (
          <LoadMore>
            <Button busy={isLoadingMore} onClick={() => void loadMore()}>
              {t("Show earlier changes")}
            </Button>
          </LoadMore>
        )}
      </Scroller>
    </TabContent>
  );
}

const Scroller = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow: auto;

  ${({ theme }) => theme.mobile} {
    overflow: visible;
  }

  @media print {
    overflow: visible;
  }
`;

const List = styled.ol`
  ${({ theme }) => css`
    > li {
      padding: ${theme.space.s} ${theme.size.gutter};
      border-block-end: 1px solid ${theme.color.border};
    }
  `}
`;

const LoadMore = styled.div`
  padding: ${({ theme }) => theme.space.m} ${({ theme }) => theme.size.gutter};
`;
