import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { UnreadState } from "../../ui/UnreadState.tsx";
import { HouseChangeLine } from "./HouseChangeLine.tsx";
import type { HouseChange } from "./houseChanges.ts";
import type { usePlotHistory } from "./usePlotHistory.ts";

interface HouseChangesProps {
  changes: readonly HouseChange[] | undefined;
  history: ReturnType<typeof usePlotHistory>;
}

/** Everything that was done at the house, newest first. */
export function HouseChanges({ changes, history }: HouseChangesProps) {
  const { problem, ended, busy, again, more } = history;
  return (
    <Screen aria-label={say("Changes")}>
      <Heading>{say("Changes")}</Heading>
      <Scroller>
        {problem !== undefined && (
          <UnreadState
            title={say("The changes could not be read")}
            text={reasonOf(problem)}
            onAgain={() => void again()}
          />
        )}
        {!changes && problem === undefined && <Skeleton />}
        {changes?.length === 0 && <EmptyState title={say("Nothing was changed at this house yet.")} />}
        <List>
          {changes?.map((change) => (
            <li key={change.key}>
              <HouseChangeLine change={change} full />
            </li>
          ))}
        </List>
        {changes && !ended && (
          <More>
            <Button busy={busy} onClick={() => void more()}>
              {say("Show earlier changes")}
            </Button>
          </More>
        )}
      </Scroller>
    </Screen>
  );
}

const Scroller = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow: auto;

  ${({ theme }) => theme.phone} {
    overflow: visible;
  }

  @media print {
    overflow: visible;
  }
`;

const List = styled.ol`
  ${({ theme: t }) => css`
    > li {
      padding: ${t.space.s} ${t.size.gutter};
      border-block-end: 1px solid ${t.color.line};
    }
  `}
`;

const More = styled.div`
  padding: ${({ theme }) => theme.space.m} ${({ theme }) => theme.size.gutter};
`;
