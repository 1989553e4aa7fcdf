import { useRef } from "react";
import { t } from "../../i18n/t.ts";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { AuditEmpty } from "./AuditEmpty.tsx";
import { AuditEntry } from "./AuditEntry.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditFooter, AuditTable, HeaderCell, HeaderRow, NewChangesBar, Scroller } from "./AuditParts.tsx";
import { AuditSkeleton } from "./AuditSkeleton.tsx";
import { LoadOlder } from "./LoadOlder.tsx";
import { useAudit } from "./useAudit.ts";
import { useAuditFilters } from "./useAuditFilters.ts";

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
