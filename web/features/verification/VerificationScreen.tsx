import { useMemo } from "react";
import styled, { css } from "styled-components";
import { readVerification, startVerification, type VerificationState } from "../../../shared/endpoints/verification.ts";
import { resources } from "../../../shared/resources/index.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanCall } from "../../api/session.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { plural, t, translateName } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { showResultToast } from "../../resource/showResultToast.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { PageAction, TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatCount } from "../../ui/text/Money.tsx";

type Difference = VerificationState["Breaks"][number] & { key: string };

/** The result of the last verification: what was changed directly in the database. A button starts another one. */
export function VerificationScreen() {
  const { data, error, loading, refetch } = useLiveRequest<{ data: VerificationState }>(
    readVerification.path,
    verificationTopics,
  );
  const canStart = useCanCall(startVerification);
  const columns = useMemo(buildColumns, []);
  const state = data?.data;
  const rows = useMemo(() => state?.Breaks.map((found, index) => ({ ...found, key: String(index) })) ?? [], [state]);
  const isRunning = state?.Running != null;
  const isMobile = useIsMobile();
  return (
    <TabContent title={t("Verification")}>
      <PageAction>
        <Toolbar
          label={t("Verification")}
          withoutPadding
          end={
            canStart && (
              <Button
                variant="primary"
                icon="list-checks"
                disabled={!state || isRunning}
                onClick={() => void showResultToast(callEndpoint(startVerification))}
              >
                {isRunning ? t("Verifying…") : t("Verify now")}
              </Button>
            )
          }
        >
          {isMobile && state && <Result state={state} isCollapsible />}
        </Toolbar>
      </PageAction>
      <StaleDataNotice error={error} hasData={data !== undefined} onRetry={refetch} />
      {!isMobile && state && <Result state={state} />}
      <Table
        label={t("Differences")}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns}
        loading={loading}
        empty={
          error && !data ? (
            <FailedRequest error={error} onRetry={refetch} />
          ) : state?.At === null ? (
            <EmptyState
              title={t("Not verified yet")}
              text={t("A verification reads the whole history and compares every record with it.")}
            />
          ) : (
            <EmptyState
              title={t("No differences.")}
              text={t("Records and audit entries that are changed directly in the database are listed here.")}
            />
          )
        }
      />
    </TabContent>
  );
}

const verificationTopics = ["verification"];

interface ResultProps {
  state: VerificationState;
  /** On phones the details are hidden until the user opens them. */
  isCollapsible?: boolean;
}

function Result({ state, isCollapsible = false }: ResultProps) {
  const { At, By, Commits, Head, Breaks, BreakCount, Running, HasFailed } = state;
  return (
    <Notices role="status">
      {Running && (
        <Callout isCollapsible={isCollapsible} title={t("A verification is running")}>
          {t("{name} started it at {moment}.", {
            name: translateName(Running.By),
            moment: formatTimestamp(Running.Since),
          })}
        </Callout>
      )}
      {HasFailed && (
        <Callout isCollapsible={isCollapsible} tone="warn" title={t("The last verification was not completed")}>
          {t("What is shown is the result of the one before.")}
        </Callout>
      )}
      {At !== null && (
        <Callout
          isCollapsible={isCollapsible}
          tone={BreakCount > 0 ? "bad" : "neutral"}
          title={
            BreakCount > 0
              ? plural(BreakCount, {
                  one: "The database was changed outside the portal: 1 difference",
                  other: "The database was changed outside the portal: {count} differences",
                })
              : t("Everything is as the portal has written it")
          }
        >
          {BreakCount > Breaks.length && (
            <p>
              {t("The first {shown} of {count} differences are listed.", {
                shown: formatCount(Breaks.length),
                count: formatCount(BreakCount),
              })}
            </p>
          )}
          <p>
            {t("{count} changes in the history, verified at {moment} by {name}.", {
              count: formatCount(Commits),
              moment: formatTimestamp(At),
              name: translateName(By ?? ""),
            })}
          </p>
          <p>
            {t("Head of the chain, to compare with printed ones:")} <Hash dir="ltr">{Head}</Hash>
          </p>
        </Callout>
      )}
    </Notices>
  );
}

const Hash = styled.code`
  overflow-wrap: anywhere;
`;

const Notices = styled.div`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.s};
    padding-block: ${theme.space.s};

    ${theme.mobile} {
      flex: 1 1 0;
      padding-block: 0;
    }
  `}
`;

function buildColumns(): readonly Column<Difference>[] {
  return [
    {
      key: "what",
      title: t("Difference"),
      width: 24,
      mobileSlot: "title",
      render: ({ what }) => t(what),
    },
    {
      key: "resource",
      title: t("Record"),
      width: 24,
      mobileSlot: "sub",
      render: ({ resource, id }) => (resource === null ? "—" : `${labelOf(resource)} ${id ?? ""}`),
    },
    {
      key: "commit",
      title: t("Change in the history"),
      width: 40,
      grow: 1,
      mobileSlot: "meta",
      render: ({ commit }) => (commit === null ? "—" : <Hash dir="ltr">{commit}</Hash>),
    },
  ];
}

function labelOf(resource: string): string {
  return translateName(resources.find(({ name }) => name === resource)?.label ?? resource);
}
