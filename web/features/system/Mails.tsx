import { useCallback, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import type { MailRecord } from "../../../shared/endpoints/mails.ts";
import { mailStates } from "../../../shared/resources/mails.ts";
import { say } from "../../lib/language.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { StaleNote } from "../../StaleNote.tsx";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Table } from "../../ui/Table.tsx";
import type { RowAction } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { mailColumns, mailStateText } from "./mailColumns.tsx";
import { useOutbox } from "./useOutbox.ts";

const pageLength = 200;
const most = 1_000;

/** What the portal has mailed or tried to, and why something did not go out. */
export function Mails() {
  const [state, setState] = useUrlState("state", "");
  const [sort, setSort] = useUrlState("sort", "");
  const [limit, setLimit] = useState(pageLength);
  const known = mailStates.find((each) => each === state) ?? "";
  const { answer, problem, loading, again, mayRetry, retry, retryAll, download } = useOutbox(known, limit);
  const columns = useMemo(mailColumns, []);
  const rowActions = useCallback(
    (mail: MailRecord): RowAction[] => {
      const { MailID, Subject, IsOpen, IsRepeatable } = mail;
      return [
        ...(IsOpen
          ? [
              {
                key: "download",
                icon: "download" as const,
                label: say("Download {mail}", { mail: Subject }),
                onPress: () => void download(MailID),
              },
            ]
          : []),
        ...(IsRepeatable && mayRetry
          ? [
              {
                key: "retry",
                icon: "refresh" as const,
                label: say("Try {mail} again", { mail: Subject }),
                onPress: () => void retry(MailID),
              },
            ]
          : []),
      ];
    },
    [mayRetry, retry, download],
  );
  const mails = answer?.data ?? [];
  const counts = answer?.counts;
  const total = counts ? mailStates.reduce((sum, each) => sum + counts[each], 0) : 0;
  const ofState = counts && known !== "" ? counts[known] : total;

  return (
    <Screen aria-label={say("Mails")}>
      <Heading>{say("Mails")}</Heading>
      <Toolbar
        label={say("Search and filter {nouns}", { nouns: say("mails") })}
        end={
          mayRetry && (
            <Button icon="refresh" disabled={!counts || counts.failed === 0} onClick={() => void retryAll()}>
              {say("Try all again")}
            </Button>
          )
        }
      >
        <Segment
          label={say("State")}
          value={known}
          onChange={setState}
          options={[
            { value: "", label: say("All"), count: counts && total },
            ...mailStates.map((each) => ({ value: each, label: mailStateText(each), count: counts?.[each] })),
          ]}
        />
      </Toolbar>
      <Remarks>
        {answer && (
          <p>
            {answer.asFiles
              ? say("No mail server is set: mails are written as files.")
              : say("Mails go out through the mail server; what they say is not kept.")}
          </p>
        )}
        <p>
          {say(
            "Letters with a link to choose a password can be opened by nobody here: the link is for its reader only.",
          )}
        </p>
      </Remarks>
      <StaleNote problem={problem} shown={answer !== undefined} onAgain={again} />
      <Table
        label={say("Mails")}
        rows={mails}
        rowKey={({ MailID }) => String(MailID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        loading={loading}
        empty={<Nothing problem={problem?.message} onAgain={again} narrowed={known !== ""} />}
        footer={
          <ResourceFooter
            shown={mails.length}
            total={ofState}
            nouns={[say("mail"), say("mails")]}
            may={{ create: false, update: false }}
            ready={answer !== undefined}
          >
            {answer?.next != null && limit < most && (
              <Button variant="ghost" onClick={() => setLimit((before) => Math.min(most, before + pageLength))}>
                {say("Show older mails")}
              </Button>
            )}
          </ResourceFooter>
        }
      />
    </Screen>
  );
}

interface NothingProps {
  problem: string | undefined;
  onAgain: () => void;
  narrowed: boolean;
}

/** Why there are no rows. */
function Nothing({ problem, onAgain, narrowed }: NothingProps) {
  if (problem !== undefined)
    return <EmptyState title={problem} action={<Button onClick={onAgain}>{say("Try again")}</Button>} />;
  if (narrowed) return <EmptyState title={say("No such mails.")} />;
  return (
    <EmptyState
      title={say("No mails yet.")}
      text={say("Receipts, reminders and letters appear here as they are sent.")}
    />
  );
}

const Remarks = styled.div`
  ${type("meta")}
  ${({ theme: t }) => css`
    flex: none;
    padding: 0 ${t.size.gutter} ${t.space.s};
    color: ${t.color.ink2};
  `}
`;
