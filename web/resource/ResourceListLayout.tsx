import type { ReactNode, Ref } from "react";
import { t } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { FilterSheet } from "../ui/form/FilterSheet.tsx";
import { SearchBox } from "../ui/form/SearchBox.tsx";
import { PageAction, TabContent } from "../ui/layout/Page.tsx";
import { Toolbar } from "../ui/layout/Toolbar.tsx";
import { StaleDataNotice } from "./StaleDataNotice.tsx";
import type { useResourceList } from "./useResourceList.ts";

interface ResourceListLayoutProps {
  list: Pick<ReturnType<typeof useResourceList>, "searchBoxProps" | "filterSheetProps" | "staleDataProps">;
  title: string;
  /** The plural of the records in a sentence: "plot types". */
  nouns: string;
  /** Above the toolbar. */
  header?: ReactNode;
  /** "Search {nouns}" without it. */
  searchLabel?: string;
  /** In the toolbar after the search box. */
  filters?: ReactNode;
  /** At the end of the toolbar. */
  actions?: ReactNode;
  /** Puts the toolbar into the title line, which leaves more height to the rows. */
  hasToolbarInTitleLine?: boolean;
  /** Between the toolbar and the rows. */
  progress?: ReactNode;
  ref?: Ref<HTMLElement>;
  /** The table or the cards, and the dialogs. */
  children: ReactNode;
}

/** The layout of a list screen: heading, toolbar with search and filters, a notice while the rows are stale. */
export function ResourceListLayout(props: ResourceListLayoutProps) {
  const { list, title, nouns, searchLabel = t("Search {nouns}", { nouns }), hasToolbarInTitleLine = false } = props;
  const toolbar = (
    <Toolbar
      label={t("Search and filter {nouns}", { nouns })}
      end={props.actions}
      withoutPadding={hasToolbarInTitleLine}
    >
      <SearchBox label={searchLabel} {...list.searchBoxProps} />
      {props.filters && <FilterSheet {...list.filterSheetProps}>{props.filters}</FilterSheet>}
    </Toolbar>
  );
  return (
    <TabContent ref={props.ref} title={title}>
      {props.header}
      {hasToolbarInTitleLine ? <PageAction>{toolbar}</PageAction> : toolbar}
      {props.progress}
      <StaleDataNotice {...list.staleDataProps} />
      {props.children}
    </TabContent>
  );
}

/** The main button of a list, with its shortcut; left out for users who may not add a record. */
export function AddButton({ label, onAdd }: { label: string; onAdd: (() => void) | undefined }) {
  if (!onAdd) return null;
  return (
    <PageAction>
      <Button variant="primary" icon="plus" iconOnlyOnMobile shortcut="n" onClick={onAdd}>
        {label}
      </Button>
    </PageAction>
  );
}
