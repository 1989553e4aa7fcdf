import { useCallback, useMemo } from "react";
import styled, { css } from "styled-components";
import {
  listMails,
  type MailList,
  type MailRecord,
  readMailFile,
  retryMail,
  retryMails,
} from "../../../shared/endpoints/mails.ts";
import { mailStates } from "../../../shared/resources/mails.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanCall } from "../../api/session.ts";
import { useAreMailsWrittenToFiles } from "../../api/societyInfo.ts";
import { formatMailState } from "../../domain/mailLabels.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useLimitedRequest } from "../../live/useLimitedRequest.ts";
import { downloadFile } from "../../resource/export/downloadFile.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { showResultToast } from "../../resource/showResultToast.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { hideOnMobile } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { buildMailColumns } from "./mailColumns.tsx";

/** Number of emails that are loaded at first, and added by each "Show older emails". */
const pageSize = 200;
/** The largest `limit` that the server accepts. */
const maxRows = 1_000;

/** The emails of the outbox with their state and the reason of a failure. Failed emails can be retried. */
export function MailsScreen() {
  const [stateParam, setStateParam] = useUrlState("state", "");
  const [sort, setSort] = useUrlState("sort", "");
  const stateFilter = mailStates.find((state) => state === stateParam) ?? "";
  const { data, error, loading, refetch, limit, showMore } = useLimitedRequest<MailList>(
    `${listMails.path}?${new URLSearchParams(stateFilter && { state: stateFilter })}`,
    outboxTopics,
    pageSize,
  );
  const asFiles = useAreMailsWrittenToFiles();
  const canRetry = useCanCall(retryMail);
  const columns = useMemo(() => buildMailColumns(asFiles), [asFiles]);
  const getRowActions = useCallback(
    ({ MailID, Subject, IsOpen, IsRepeatable }: MailRecord) => {
      const actions: RowAction[] = [];
      if (IsOpen)
        actions.push({
          key: "download",
          icon: "download",
          label: t("Download {mail}", { mail: Subject }),
          onPress: () => void downloadMail(MailID),
        });
      if (IsRepeatable && canRetry)
        actions.push({
          key: "retry",
          icon: "refresh",
          label: t("Retry {mail}", { mail: Subject }),
          onPress: () => void showResultToast(callEndpoint(retryMail, { params: { MailID } })),
        });
      return actions;
    },
    [canRetry],
  );
  const mails = data?.data ?? [];
  const counts = data?.counts;
  const total = counts ? mailStates.reduce((sum, state) => sum + counts[state], 0) : 0;
  const filteredTotal = counts && stateFilter !== "" ? counts[stateFilter] : total;

  return (
    <TabContent title={t("Emails")}>
      <Toolbar
        label={t("Search and filter {nouns}", { nouns: t("emails") })}
        end={
          canRetry && (
            <Button
              icon="refresh"
              disabled={!counts || counts.failed === 0}
              onClick={() => void showResultToast(callEndpoint(retryMails))}
            >
              {t("Retry all")}
            </Button>
          )
        }
      >
        <SegmentedControl
          label={t("State")}
          value={stateFilter}
          onChange={setStateParam}
          options={[
            { value: "", label: t("All"), count: counts && total },
            ...mailStates.map((state) => ({
              value: state,
              label: formatMailState(state, asFiles),
              count: counts?.[state],
            })),
          ]}
        />
      </Toolbar>
      <Notes>
        {data && (
          <p>
            {asFiles
              ? t("No mail server is configured: emails are saved as files.")
              : t("Emails are sent through the mail server; their content is not stored.")}
          </p>
        )}
        <p>{t("Emails with a password link cannot be opened here: the link is for its recipient only.")}</p>
      </Notes>
      <StaleDataNotice error={error} hasData={data !== undefined} onRetry={refetch} />
      <Table
        label={t("Emails")}
        rows={mails}
        rowKey={({ MailID }) => String(MailID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowActions={getRowActions}
        loading={loading && !data}
        empty={<EmptyMails error={error} onRetry={refetch} isFiltered={stateFilter !== ""} />}
        footer={
          <ResourceFooter
            visibleCount={mails.length}
            totalCount={filteredTotal}
            nouns={[t("email"), t("emails")]}
            can={{ create: false, update: false }}
            isLoaded={data !== undefined}
          >
            {data?.next != null && limit < maxRows && (
              <Button variant="ghost" busy={loading} onClick={showMore}>
                {t("Show older emails")}
              </Button>
            )}
          </ResourceFooter>
        }
      />
    </TabContent>
  );
}

interface EmptyMailsProps {
  error: unknown;
  onRetry: () => void;
  isFiltered: boolean;
}

function EmptyMails({ error, onRetry, isFiltered }: EmptyMailsProps) {
  if (error !== undefined) return <FailedRequest error={error} onRetry={onRetry} />;
  if (isFiltered) return <EmptyState title={t("No emails match.")} />;
  return (
    <EmptyState
      title={t("No emails yet.")}
      text={t("Receipts, reminders and other emails appear here as they are sent.")}
    />
  );
}

const Notes = styled.div`
  ${typography("meta")}
  ${({ theme }) => css`
    flex: none;
    padding: 0 ${theme.size.gutter} ${theme.space.s};
    color: ${theme.color.textMuted};
    ${hideOnMobile}
  `}
`;

const outboxTopics = ["outbox"];

/** Saves the email as an .eml file. */
async function downloadMail(MailID: number): Promise<void> {
  try {
    const { data } = await callEndpoint<{ data: { name: string; content: string } }>(readMailFile, {
      params: { MailID },
    });
    downloadFile({ name: data.name, type: "message/rfc822", bytes: new TextEncoder().encode(data.content) });
  } catch (error) {
    showToast({ kind: "error", text: describeError(error) });
  }
}
