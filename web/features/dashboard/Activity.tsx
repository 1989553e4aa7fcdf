import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ActivityLine } from "./ActivityLine.tsx";
import { useActivity } from "./useActivity.ts";

/** Who did what to which house, the newest first, as it happens. */
export function Activity() {
  const { entries: lines, ended, problem, busy, again, more } = useActivity();
  const failed = problem !== undefined;
  return (
    <section aria-labelledby="activity">
      <Head>
        <h2 id="activity">{say("Activity")}</h2>
        <span>{say("from everyone, as it happens")}</span>
      </Head>
      {!lines && !failed && <Skeleton rows={6} />}
      {failed && (
        <EmptyState
          title={say("What was done could not be read")}
          action={<Button onClick={() => void again()}>{say("Try again")}</Button>}
        />
      )}
      {lines?.length === 0 && <EmptyState title={say("Nothing was done yet.")} />}
      <List>
        {lines?.map((line) => (
          <li key={line.ActivityID}>
            <ActivityLine line={line} />
          </li>
        ))}
      </List>
      {lines && !ended && (
        <More>
          <Button variant="ghost" busy={busy} onClick={() => void more()}>
            {say("Show more")}
          </Button>
        </More>
      )}
    </section>
  );
}

const Head = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: ${t.space.xs};
    padding-block-end: ${t.space.s};

    h2 {
      ${type("strong")}
    }

    span {
      ${type("meta")}
      color: ${t.color.ink3};
    }
  `}
`;

const List = styled.ol`
  ${({ theme: t }) => css`
    > li {
      padding-block: ${t.space.s};
      border-block-end: 1px solid ${t.color.line};
    }
  `}
`;

const More = styled.div`
  padding-block-start: ${({ theme }) => theme.space.s};
`;
