import { useRef } from "react";
import { say } from "../../lib/language.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { AuditEmpty } from "./AuditEmpty.tsx";
import { AuditEntry } from "./AuditEntry.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditOlder } from "./AuditOlder.tsx";
import { AuditNews, Books, BooksFooter, Column, ColumnHeads, Scroller } from "./AuditParts.tsx";
import { AuditSkeleton } from "./AuditSkeleton.tsx";
import { useAudit } from "./useAudit.ts";
import { useAuditFilters } from "./useAuditFilters.ts";

/** Scrolled less than this, one reads the newest. */
const topPixels = 8;

/** Who changed what and when, before and after; new changes come in at the top by themselves unless one reads further down. */
export function Audit() {
  const filters = useAuditFilters();
  return <AuditBooks key={filters.rights} filters={filters} />;
}

function AuditBooks({ filters }: { filters: ReturnType<typeof useAuditFilters> }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { query, heard } = filters;
  const books = useAudit({ query, heard, onTop: () => (scroller.current?.scrollTop ?? 0) < topPixels });
  const { status, data, news } = books;
  const shown = data.filter(({ Resource }) => filters.kinds.some(({ name }) => name === Resource));

  function handleShowNew() {
    books.showNew();
    scroller.current?.scrollTo({ top: 0 });
    scroller.current?.focus();
  }

  return (
    <Screen aria-label={say("Audit")}>
      <Heading>{say("Audit")}</Heading>
      <AuditFilters filters={filters} entries={data} />
      <AuditNews count={news} onShow={handleShowNew} />
      <Scroller ref={scroller} tabIndex={0}>
        <Books role="table" aria-label={say("Audit")} aria-busy={status === "loading"}>
          <ColumnHeads role="row">
            <Column role="columnheader">{say("When")}</Column>
            <Column role="columnheader">{say("Who")}</Column>
            <Column role="columnheader">{say("What")}</Column>
            <Column role="columnheader">{say("Changes")}</Column>
          </ColumnHeads>
          {status === "loading" && <AuditSkeleton />}
          {shown.map((entry) => (
            <AuditEntry key={entry.AuditID} entry={entry} lit={books.lit?.has(entry.AuditID) ?? false} />
          ))}
        </Books>
        {status !== "loading" && shown.length === 0 && (
          <AuditEmpty
            problem={status === "failed" ? books.problem : undefined}
            narrowed={filters.some}
            onAgain={books.again}
            onClear={filters.clear}
          />
        )}
        {status === "ready" && books.next !== null && (
          <AuditOlder busy={books.busy ?? false} problem={books.olderProblem} onOlder={books.older} />
        )}
      </Scroller>
      {status === "ready" && (
        <BooksFooter>
          {books.next === null
            ? say("{count} changes in all", { count: shown.length })
            : say("The newest {count} changes", { count: shown.length })}
        </BooksFooter>
      )}
    </Screen>
  );
}
