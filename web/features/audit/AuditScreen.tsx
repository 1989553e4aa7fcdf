import { useEffect, useRef } from "react";
import styled, { css } from "styled-components";
import { describeError } from "../../api/describeError.ts";
import { isTemporaryError } from "../../api/request.ts";
import { plural, t } from "../../i18n/t.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonBar } from "../../ui/feedback/Loading.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { visuallyHidden } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { AuditEntry } from "./AuditEntry.tsx";
import { AuditFilters, useAuditFilters } from "./AuditFilters.tsx";
import { useAudit } from "./useAudit.ts";

/** A list scrolled by less than this counts as being at its top. */
const atTopThresholdPx = 8;

/** The audit trail: who changed what and when. New entries appear at the top unless the user has scrolled down. */
export function AuditScreen() {
  const filters = useAuditFilters();
  // A change of the permissions changes which resources are shown, so the list starts again.
  return <AuditLog key={filters.accessKey} filters={filters} />;
}

function AuditLog({ filters }: { filters: ReturnType<typeof useAuditFilters> }) {
  const scroller = useRef<HTMLDivElement>(null);
  const audit = useAudit({
    query: filters.query,
    resourceNames: filters.selectedResourceNames,
    isAtTop: () => (scroller.current?.scrollTop ?? 0) < atTopThresholdPx,
  });
  const { status, data } = audit;
  const visible = data.filter(({ Resource }) => filters.visibleResources.some(({ name }) => name === Resource));

  function handleShowNew() {
    audit.showNew();
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus();
  }

  return (
    <TabContent title={t("Audit")}>
      <AuditFilters filters={filters} entries={data} />
      <NewChangesBar count={audit.newCount} onShow={handleShowNew} />
      <Scroller ref={scroller} tabIndex={0}>
        <AuditTable role="table" aria-label={t("Audit")} aria-busy={status === "loading"}>
          <HeaderRow role="row">
            <HeaderCell role="columnheader">{t("When")}</HeaderCell>
            <HeaderCell role="columnheader">{t("Who")}</HeaderCell>
            <HeaderCell role="columnheader">{t("What")}</HeaderCell>
            <HeaderCell role="columnheader">{t("Changes")}</HeaderCell>
          </HeaderRow>
          {status === "loading" && <AuditSkeleton />}
          {visible.map((entry) => (
            <AuditEntry
              key={entry.AuditID}
              entry={entry}
              highlighted={audit.highlighted?.has(entry.AuditID) ?? false}
            />
          ))}
        </AuditTable>
        {status !== "loading" && visible.length === 0 && (
          <AuditEmpty
            error={status === "failed" ? audit.error : undefined}
            isFiltered={filters.isFiltered}
            onRetry={audit.retry}
            onClear={filters.clear}
          />
        )}
        {status === "ready" && audit.next !== null && (
          <LoadOlderButton
            busy={audit.isLoadingOlder ?? false}
            error={audit.olderError}
            onLoadOlder={audit.loadOlder}
          />
        )}
      </Scroller>
      {status === "ready" && (
        <AuditFooter>
          {audit.next === null
            ? plural(visible.length, { one: "1 change in all", other: "{count} changes in all" })
            : t("The newest {count} changes", { count: formatCount(visible.length) })}
        </AuditFooter>
      )}
    </TabContent>
  );
}

/** Shows how many new entries are waiting; a click inserts them. */
function NewChangesBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <NewChanges role="status">
      {count > 0 && (
        <Button variant="ghost" icon="arrow-up" onClick={onShow}>
          {plural(count, { one: "1 new change", other: "{count} new changes" })}
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

/** Header and entries share one grid; on mobile each entry is a card. */
const AuditTable = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: max-content minmax(8em, 2fr) minmax(11em, 3fr) minmax(0, 6fr);
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
  /** The error of the request for the entries. */
  error: unknown;
  isFiltered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

function AuditEmpty({ error, isFiltered, onRetry, onClear }: AuditEmptyProps) {
  if (error !== undefined) return <FailedRequest error={error} onRetry={onRetry} />;
  if (isFiltered)
    return (
      <EmptyState
        title={t("No changes found.")}
        text={t("Nothing matches the filters.")}
        action={<Button onClick={onClear}>{t("Clear filters")}</Button>}
      />
    );
  return (
    <EmptyState title={t("No changes yet.")} text={t("Everything that is added, changed or deleted appears here.")} />
  );
}

interface LoadOlderButtonProps {
  busy: boolean;
  error: unknown;
  onLoadOlder: () => void;
}

/** Loads older entries when it scrolls into view; after an error only on click. */
function LoadOlderButton({ busy, error, onLoadOlder }: LoadOlderButtonProps) {
  const end = useRef<HTMLDivElement>(null);
  const isIdle = !busy && error === undefined;

  useEffect(() => {
    if (!isIdle || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoadOlder());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isIdle, onLoadOlder]);

  return (
    <ListEnd ref={end}>
      {error !== undefined && <Callout urgent tone="bad" title={describeError(error)} />}
      {(error === undefined || isTemporaryError(error)) && (
        <Button busy={busy} onClick={onLoadOlder}>
          {error === undefined ? t("Load more") : t("Try again")}
        </Button>
      )}
    </ListEnd>
  );
}

const ListEnd = styled.div`
  display: grid;
  justify-items: center;
  gap: ${({ theme }) => theme.space.s};
  padding: ${({ theme }) => theme.space.l};
`;

function AuditSkeleton() {
  return Array.from({ length: 10 }, (_, index) => (
    <SkeletonRow key={String(index)} aria-hidden="true">
      <SkeletonBar $width="80%" />
      <SkeletonBar $width={index % 2 ? "70%" : "55%"} />
      <SkeletonBar $width="60%" />
      <SkeletonBar $width={index % 3 ? "45%" : "70%"} />
    </SkeletonRow>
  ));
}

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
