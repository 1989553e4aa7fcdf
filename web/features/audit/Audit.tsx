import { useEffect, useRef } from "react";
import styled, { css } from "styled-components";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LoadError } from "../../ui/feedback/LoadError.tsx";
import { SkeletonBar } from "../../ui/feedback/Skeleton.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { visuallyHidden } from "../../ui/theme/GlobalStyle.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { AuditEntry } from "./AuditEntry.tsx";
import { AuditFilters, useAuditFilters } from "./AuditFilters.tsx";
import { useAudit } from "./useAudit.ts";

/** Scrolled less than this, one reads the newest. */
const atTopThresholdPx = 8;

/** Who changed what and when, before and after; new changes come in at the top by themselves unless one reads further down. */
export function Audit() {
  const filters = useAuditFilters();
  return <AuditLog key={filters.accessKey} filters={filters} />;
}

function AuditLog({ filters }: { filters: ReturnType<typeof useAuditFilters> }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { query, resourceNames } = filters;
  const books = useAudit({
    query,
    resourceNames,
    isAtTop: () => (scroller.current?.scrollTop ?? 0) < atTopThresholdPx,
  });
  const { status, data, newCount } = books;
  const shown = data.filter(({ Resource }) => filters.auditedResources.some(({ name }) => name === Resource));

  function handleShowNew() {
    books.showNew();
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus();
  }

  return (
    <TabContent aria-label={t("Audit")}>
      <HiddenHeading>{t("Audit")}</HiddenHeading>
      <AuditFilters filters={filters} entries={data} />
      <NewChangesBar count={newCount} onShow={handleShowNew} />
      <Scroller ref={scroller} tabIndex={0}>
        <AuditTable role="table" aria-label={t("Audit")} aria-busy={status === "loading"}>
          <HeaderRow role="row">
            <HeaderCell role="columnheader">{t("When")}</HeaderCell>
            <HeaderCell role="columnheader">{t("Who")}</HeaderCell>
            <HeaderCell role="columnheader">{t("What")}</HeaderCell>
            <HeaderCell role="columnheader">{t("Changes")}</HeaderCell>
          </HeaderRow>
          {status === "loading" && <AuditSkeleton />}
          {shown.map((entry) => (
            <AuditEntry
              key={entry.AuditID}
              entry={entry}
              highlighted={books.highlighted?.has(entry.AuditID) ?? false}
            />
          ))}
        </AuditTable>
        {status !== "loading" && shown.length === 0 && (
          <AuditEmpty
            problem={status === "failed" ? books.problem : undefined}
            isFiltered={filters.isFiltered}
            onRetry={books.again}
            onClear={filters.clear}
          />
        )}
        {status === "ready" && books.next !== null && (
          <LoadOlder busy={books.isLoadingOlder ?? false} problem={books.olderProblem} onLoadOlder={books.loadOlder} />
        )}
      </Scroller>
      {status === "ready" && (
        <AuditFooter>
          {books.next === null
            ? t("{count} changes in all", { count: shown.length })
            : t("The newest {count} changes", { count: shown.length })}
        </AuditFooter>
      )}
    </TabContent>
  );
}

/** How much has happened since one scrolled down, and the way to it. */
function NewChangesBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <NewChanges role="status">
      {count > 0 && (
        <Button variant="ghost" icon="arrow-up" onClick={onShow}>
          {count === 1 ? t("1 new change") : t("{count} new changes", { count })}
        </Button>
      )}
    </NewChanges>
  );
}

const Scroller = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  overflow-anchor: auto;
  outline: none;

  &:focus-visible {
    box-shadow: inset 0 0 0 ${({ theme }) => theme.size.ring} ${({ theme }) => theme.color.accent};
  }
`;

/** Head and entries on one grid; cards on the phone. */
const AuditTable = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: max-content minmax(8em, 13em) minmax(11em, 20em) minmax(0, 1fr);
    column-gap: ${theme.space.xl};

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const HeaderRow = styled.div`
  ${({ theme }) => css`
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: ${theme.size.tableHead}px;
    padding-inline: ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.borderStrong};
    background: ${theme.color.surface};

    ${theme.mobile} {
      ${visuallyHidden}
    }
  `}
`;

const HeaderCell = styled.div`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
`;

const AuditFooter = styled.footer`
  ${typography("meta")}
  ${({ theme }) => css`
    flex: none;
    align-content: center;
    min-block-size: ${theme.size.footer}px;
    padding-inline: ${theme.size.gutter};
    border-block-start: 1px solid ${theme.color.border};
    color: ${theme.color.textMuted};
  `}
`;

const NewChanges = styled.div`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    justify-items: center;

    &:not(:empty) {
      border-block: 1px solid ${theme.color.border};
      background: ${theme.color.accentSoft};
    }
  `}
`;

interface AuditEmptyProps {
  /** Why the books could not be read. */
  problem: string | undefined;
  isFiltered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Why no change is shown, and the way on. */
function AuditEmpty({ problem, isFiltered, onRetry, onClear }: AuditEmptyProps) {
  if (problem !== undefined) return <LoadError title={problem} onRetry={onRetry} />;
  if (isFiltered)
    return (
      <EmptyState
        title={t("No changes found.")}
        text={t("Nothing matches the filters.")}
        action={<Button onClick={onClear}>{t("Clear filters")}</Button>}
      />
    );
  return <EmptyState title={t("No changes yet.")} text={t("Whatever is added, changed or deleted stands here.")} />;
}

interface LoadOlderProps {
  busy: boolean;
  /** Why they did not come. */
  problem: string | undefined;
  onLoadOlder: () => void;
}

/** The end of what has been read: older changes come as it scrolls into sight, or at its press. */
function LoadOlder({ busy, problem, onLoadOlder }: LoadOlderProps) {
  const end = useRef<HTMLDivElement>(null);
  const waits = !busy && problem === undefined;

  useEffect(() => {
    if (!waits || !end.current) return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoadOlder());
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [waits, onLoadOlder]);

  return (
    <End ref={end}>
      {problem !== undefined && <Callout urgent tone="bad" title={translateMessage(problem)} />}
      <Button busy={busy} onClick={onLoadOlder}>
        {problem === undefined ? t("Load more") : t("Try again")}
      </Button>
    </End>
  );
}

const End = styled.div`
  display: grid;
  justify-items: center;
  gap: ${({ theme }) => theme.space.s};
  padding: ${({ theme }) => theme.space.l};
`;

/** Bars where the entries will stand. */
function AuditSkeleton() {
  return rowIndexes.map((number) => (
    <SkeletonRow key={number} aria-hidden="true">
      <SkeletonBar $width="80%" />
      <SkeletonBar $width={number % 2 ? "70%" : "55%"} />
      <SkeletonBar $width="60%" />
      <SkeletonBar $width={number % 3 ? "45%" : "70%"} />
    </SkeletonRow>
  ));
}

const rowIndexes = Array.from({ length: 10 }, (_, index) => index);

const SkeletonRow = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: ${theme.size.toolbar}px;
    padding-inline: ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.border};

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  `}
`;
