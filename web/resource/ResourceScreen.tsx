import { type ReactNode, useCallback, useMemo } from "react";
import type { ImportKind } from "../../shared/import-kinds.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { useShortcut } from "../hooks/useShortcut.ts";
import { useUrlState } from "../hooks/useUrlState.ts";
import { t, translateName } from "../i18n/t.ts";
import { useEditors } from "../live/presence.ts";
import { useResource } from "../live/useResource.ts";
import { Button } from "../ui/button/Button.tsx";
import { SearchBox } from "../ui/form/SearchBox.tsx";
import { PageAction } from "../ui/layout/PageAction.tsx";
import { HiddenHeading, TabContent } from "../ui/layout/TabContent.tsx";
import { Toolbar } from "../ui/layout/Toolbar.tsx";
import { Table } from "../ui/table/Table.tsx";
import type { Column, RowAction } from "../ui/table/tableTypes.ts";
import { ExportMenu } from "./export/ExportMenu.tsx";
import { ResourceFormDialog } from "./form/ResourceFormDialog.tsx";
import { type FormValues, idOf, titleOf } from "./formValues.ts";
import { ImportButton } from "./import/ImportButton.tsx";
import { ImportProgress } from "./import/ImportProgress.tsx";
import { ResourceDeleteDialog } from "./ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "./ResourceEmptyState.tsx";
import { ResourceFooter } from "./ResourceFooter.tsx";
import { StaleDataNotice } from "./StaleDataNotice.tsx";
import { matchesSearch } from "./search.ts";
import { useListSearch } from "./useListSearch.ts";
import { useOpenCreateFromUrl } from "./useOpenCreateFromUrl.ts";
import { useResourceEditor } from "./useResourceEditor.ts";

interface ResourceScreenProps<Row extends StoredRow, Rec extends object, Parsed, Input> {
  resource: Resource<Row, Rec, Parsed, Input>;
  title: string;
  /** One and many of them, in a sentence: "plot type", "plot types". */
  nouns: readonly [one: string, many: string];
  /** Stable, as the table asks; a `sortValue` is also how a conflict finds what is different. */
  columns: readonly Column<Rec>[];
  /** The order while the address names none. */
  defaultSort: string;
  /** What a new record starts with; its keys are the fields of the form. */
  defaultValues: FormValues;
  /** The fields of the form; of the record given, or of a new one. */
  fields: (record: Rec | undefined) => ReactNode;
  oneColumn?: boolean;
  /** Above the form's fields. */
  notice?: ReactNode;
  /** Before the dialog's title when a record is edited. */
  leading?: (record: Rec) => ReactNode;
  filter?: {
    /** Their names in the address. */
    paramNames: readonly string[];
    controls: ReactNode;
    /** Stable as long as the filters are. */
    matches: (record: Rec) => boolean;
  };
  /** What of it can be taken in from spreadsheets. */
  importName?: ImportKind;
  empty: { title: string; text: string; noMatchesTitle?: string };
  deleteText?: string;
  /** What a record is called where its title says nothing to people; stable. */
  getName?: (record: Rec) => string;
  totals?: (shown: readonly Rec[]) => Readonly<Record<string, ReactNode>>;
  footer?: (shown: readonly Rec[]) => ReactNode;
}

/** A live list of a resource with search, filters and order in the address, and a dialog to add and edit. */
export function ResourceScreen<Row extends StoredRow, Rec extends object, Parsed, Input>(
  props: ResourceScreenProps<Row, Rec, Parsed, Input>,
) {
  const { resource, title, nouns, columns, defaultValues, filter, empty, getName } = props;
  const list = useResource(resource);
  const { rows, status, error, can } = list;
  const search = useListSearch(filter?.paramNames ?? []);
  const { terms } = search;
  const [sort, setSort] = useUrlState("sort", props.defaultSort, "typed");
  const editor = useResourceEditor({ resource, list, defaultValues });

  const shows = filter?.matches;
  const shown = useMemo(() => {
    return rows.filter((row) => (!shows || shows(row)) && matchesSearch(resource, row, terms));
  }, [rows, terms, shows, resource]);

  const nameFor = useCallback((row: Rec) => getName?.(row) ?? titleOf(resource, row), [resource, getName]);
  const { edit: handleEdit, askDelete: handleAsk } = editor;
  const rowActions = useMemo(() => {
    if (!can.update && !can.remove) return undefined;
    return (row: Rec): readonly RowAction[] => {
      const name = nameFor(row);
      const edit: RowAction = {
        key: "edit",
        label: t("Edit {name}", { name }),
        icon: "pencil",
        onPress: () => handleEdit(row),
      };
      const remove: RowAction = {
        key: "delete",
        label: t("Delete {name}", { name }),
        icon: "trash",
        danger: true,
        onPress: () => handleAsk(row),
      };
      return [...(can.update ? [edit] : []), ...(can.remove ? [remove] : [])];
    };
  }, [nameFor, can.update, can.remove, handleEdit, handleAsk]);

  const handleOpen = useEvent((row: Rec) => {
    if (can.update) handleEdit(row);
  });
  const editorOf = useEditors(resource.name);
  const rowState = useCallback(
    (row: Rec) => {
      const id = idOf(resource, row);
      return { highlight: list.getHighlight(id), editing: editorOf(id) };
    },
    [resource, list.getHighlight, editorOf],
  );
  useShortcut("n", editor.add, can.create);
  useOpenCreateFromUrl({ openForm: editor.add, canCreate: can.create });

  const lit = shown.find((row) => list.getHighlight(idOf(resource, row)));
  const changedBy = lit && list.getHighlight(idOf(resource, lit))?.by;
  const { deleting } = editor;
  const edited = editor.opened?.record;
  const label = translateName(resource.label);
  const many = translateName(nouns[1]);
  const addLabel = t("Add {label}", { label });

  return (
    <TabContent aria-label={title}>
      <HiddenHeading>{title}</HiddenHeading>
      <Toolbar
        label={t("Search and filter {nouns}", { nouns: many })}
        end={
          <>
            <ExportMenu
              name={title}
              fileName={resource.name}
              columns={columns}
              getRows={() => shown}
              sort={sort}
              isEmpty={shown.length === 0}
            />
            {props.importName && <ImportButton name={props.importName} />}
            {can.create && (
              <PageAction>
                <Button variant="primary" icon="plus" shortcut="n" onClick={editor.add}>
                  {addLabel}
                </Button>
              </PageAction>
            )}
          </>
        }
      >
        <SearchBox label={t("Search {nouns}", { nouns: many })} value={search.text} onChange={search.setText} />
        {filter?.controls}
      </Toolbar>
      {props.importName && <ImportProgress name={props.importName} />}
      <StaleDataNotice error={error} hasData={rows.length > 0} onRetry={list.refetch} />
      <Table
        label={title}
        rows={shown}
        rowKey={(row) => String(idOf(resource, row))}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        onOpen={handleOpen}
        rowActions={rowActions}
        maxActions={Number(can.update) + Number(can.remove)}
        loading={status === "loading"}
        totals={props.totals?.(shown)}
        announcement={
          lit && changedBy
            ? t("{name} changed {record}", { name: translateName(changedBy), record: nameFor(lit) })
            : undefined
        }
        empty={
          <ResourceEmptyState
            error={error?.message}
            onRetry={list.refetch}
            onClearFilters={rows.length > 0 && search.isFiltered ? search.clear : undefined}
            title={empty.title}
            noMatchesTitle={empty.noMatchesTitle}
            text={empty.text}
            add={can.create ? { label: addLabel, onAdd: editor.add } : undefined}
          />
        }
        footer={
          <ResourceFooter
            visible={shown.length}
            total={rows.length}
            nouns={nouns}
            can={can}
            isLoaded={status === "ready" || rows.length > 0}
          >
            {props.footer?.(shown)}
          </ResourceFooter>
        }
      />
      <ResourceFormDialog
        editor={editor}
        list={list}
        resource={resource}
        columns={columns}
        defaultValues={defaultValues}
        title={edited ? t("Edit {name}", { name: label }) : addLabel}
        leading={edited && props.leading?.(edited)}
        fields={props.fields(edited)}
        recordName={edited && t("{noun} {name}", { noun: label, name: nameFor(edited) })}
        notice={props.notice}
        submitLabel={edited ? t("Update {label}", { label }) : t("Create {label}", { label })}
        oneColumn={props.oneColumn}
      />
      {deleting && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Delete {name}?", {
            name: t("{noun} {name}", { noun: translateName(nouns[0]), name: nameFor(deleting.record) }),
          })}
          text={props.deleteText ?? t("It disappears for everyone at once.")}
        />
      )}
    </TabContent>
  );
}
