import { type ReactNode, useCallback, useMemo } from "react";
import type { ImportName } from "../shared/import-names.ts";
import type { Resource, StoredRow } from "../shared/registry.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { ImportButton } from "./import/ImportButton.tsx";
import { ImportProgress } from "./import/ImportProgress.tsx";
import { say, sayName } from "./lib/language.ts";
import { useEditors } from "./lib/presence.ts";
import { useResource } from "./lib/useResource.ts";
import { useShortcut } from "./lib/useShortcut.ts";
import { useUrlState } from "./lib/useUrlState.ts";
import { ResourceDelete } from "./ResourceDelete.tsx";
import { ResourceDialog } from "./ResourceDialog.tsx";
import { ResourceEmpty } from "./ResourceEmpty.tsx";
import { ResourceFooter } from "./ResourceFooter.tsx";
import { holdsWords } from "./resourceSearch.ts";
import { idOf, titleOf, type Values } from "./resourceValues.ts";
import { StaleNote } from "./StaleNote.tsx";
import { Button } from "./ui/Button.tsx";
import { PageAction } from "./ui/PageAction.tsx";
import { SearchBox } from "./ui/SearchBox.tsx";
import { Table } from "./ui/Table.tsx";
import type { Column, RowAction } from "./ui/TableTypes.ts";
import { Heading, Screen } from "./ui/TabScreen.tsx";
import { Toolbar } from "./ui/Toolbar.tsx";
import { useHandler } from "./ui/useHandler.ts";
import { useAskedToAdd } from "./useAskedToAdd.ts";
import { useListSearch } from "./useListSearch.ts";
import { useResourceEditor } from "./useResourceEditor.ts";

interface ResourceScreenProps<Row extends StoredRow, Rec extends object, Parsed, Input> {
  resource: Resource<Row, Rec, Parsed, Input>;
  title: string;
  /** One and many of them, in a sentence: "plot type", "plot types". */
  nouns: readonly [one: string, many: string];
  /** Stable, as the table asks; a `sortValue` is also how a conflict finds what is different. */
  columns: readonly Column<Rec>[];
  /** The order while the address names none. */
  sort: string;
  /** What a new record starts with; its keys are the fields of the form. */
  blank: Values;
  /** The fields of the form; of the record given, or of a new one. */
  fields: (record: Rec | undefined) => ReactNode;
  oneColumn?: boolean;
  /** Above the form's fields. */
  note?: ReactNode;
  /** Before the dialog's title when a record is edited. */
  lead?: (record: Rec) => ReactNode;
  filter?: {
    /** Their names in the address. */
    names: readonly string[];
    controls: ReactNode;
    /** Stable as long as the filters are. */
    shows: (record: Rec) => boolean;
  };
  /** What of it can be taken in from spreadsheets. */
  imports?: ImportName;
  empty: { title: string; text: string; foundNone?: string };
  deleteText?: string;
  /** What a record is called where its title says nothing to people; stable. */
  nameOf?: (record: Rec) => string;
  sums?: (shown: readonly Rec[]) => Readonly<Record<string, ReactNode>>;
  footer?: (shown: readonly Rec[]) => ReactNode;
}

/** A live list of a resource with search, filters and order in the address, and a dialog to add and edit. */
export function ResourceScreen<Row extends StoredRow, Rec extends object, Parsed, Input>(
  props: ResourceScreenProps<Row, Rec, Parsed, Input>,
) {
  const { resource, title, nouns, columns, blank, filter, empty, nameOf } = props;
  const list = useResource(resource);
  const { rows, status, problem, may } = list;
  const search = useListSearch(filter?.names ?? []);
  const { words } = search;
  const [sort, setSort] = useUrlState("sort", props.sort, "typed");
  const editor = useResourceEditor({ resource, list, blank });

  const shows = filter?.shows;
  const shown = useMemo(() => {
    return rows.filter((row) => (!shows || shows(row)) && holdsWords(resource, row, words));
  }, [rows, words, shows, resource]);

  const nameFor = useCallback((row: Rec) => nameOf?.(row) ?? titleOf(resource, row), [resource, nameOf]);
  const { edit: handleEdit, ask: handleAsk } = editor;
  const rowActions = useMemo(() => {
    if (!may.update && !may.remove) return undefined;
    return (row: Rec): readonly RowAction[] => {
      const name = nameFor(row);
      const edit: RowAction = {
        key: "edit",
        label: say("Edit {name}", { name }),
        icon: "pencil",
        onPress: () => handleEdit(row),
      };
      const remove: RowAction = {
        key: "delete",
        label: say("Delete {name}", { name }),
        icon: "trash",
        danger: true,
        onPress: () => handleAsk(row),
      };
      return [...(may.update ? [edit] : []), ...(may.remove ? [remove] : [])];
    };
  }, [nameFor, may.update, may.remove, handleEdit, handleAsk]);

  const handleOpen = useHandler((row: Rec) => {
    if (may.update) handleEdit(row);
  });
  const editorOf = useEditors(resource.name);
  const rowState = useCallback(
    (row: Rec) => {
      const id = idOf(resource, row);
      return { glow: list.glow(id), editing: editorOf(id) };
    },
    [resource, list.glow, editorOf],
  );
  useShortcut("n", editor.add, may.create);
  useAskedToAdd({ add: editor.add, may: may.create });

  const lit = shown.find((row) => list.glow(idOf(resource, row)));
  const changedBy = lit && list.glow(idOf(resource, lit))?.by;
  const { asked } = editor;
  const edited = editor.opened?.record;
  const label = sayName(resource.label);
  const many = sayName(nouns[1]);
  const addLabel = say("Add {label}", { label });

  return (
    <Screen aria-label={title}>
      <Heading>{title}</Heading>
      <Toolbar
        label={say("Search and filter {nouns}", { nouns: many })}
        end={
          <>
            <ExportMenu
              name={title}
              file={resource.name}
              columns={columns}
              rows={() => shown}
              sort={sort}
              empty={shown.length === 0}
            />
            {props.imports && <ImportButton name={props.imports} />}
            {may.create && (
              <PageAction>
                <Button variant="primary" icon="plus" kbd="n" onClick={editor.add}>
                  {addLabel}
                </Button>
              </PageAction>
            )}
          </>
        }
      >
        <SearchBox label={say("Search {nouns}", { nouns: many })} value={search.text} onChange={search.setText} />
        {filter?.controls}
      </Toolbar>
      {props.imports && <ImportProgress name={props.imports} />}
      <StaleNote problem={problem} shown={rows.length > 0} onAgain={list.again} />
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
        actionSlots={Number(may.update) + Number(may.remove)}
        loading={status === "loading"}
        sums={props.sums?.(shown)}
        announce={
          lit && changedBy
            ? say("{name} changed {record}", { name: sayName(changedBy), record: nameFor(lit) })
            : undefined
        }
        empty={
          <ResourceEmpty
            problem={problem?.message}
            onAgain={list.again}
            onClear={rows.length > 0 && search.narrowed ? search.clear : undefined}
            title={empty.title}
            foundNone={empty.foundNone}
            text={empty.text}
            add={may.create ? { label: addLabel, onAdd: editor.add } : undefined}
          />
        }
        footer={
          <ResourceFooter
            shown={shown.length}
            total={rows.length}
            nouns={nouns}
            may={may}
            ready={status === "ready" || rows.length > 0}
          >
            {props.footer?.(shown)}
          </ResourceFooter>
        }
      />
      <ResourceDialog
        editor={editor}
        list={list}
        resource={resource}
        columns={columns}
        blank={blank}
        title={edited ? say("Edit {name}", { name: label }) : addLabel}
        lead={edited && props.lead?.(edited)}
        fields={props.fields(edited)}
        name={edited && say("{noun} {name}", { noun: label, name: nameFor(edited) })}
        note={props.note}
        submitLabel={edited ? say("Update {label}", { label }) : say("Create {label}", { label })}
        oneColumn={props.oneColumn}
      />
      {asked && (
        <ResourceDelete
          editor={editor}
          question={say("Delete {name}?", {
            name: say("{noun} {name}", { noun: sayName(nouns[0]), name: nameFor(asked.record) }),
          })}
          text={props.deleteText ?? say("It disappears for everyone at once.")}
        />
      )}
    </Screen>
  );
}
