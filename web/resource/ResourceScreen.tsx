import { type ReactNode, useMemo } from "react";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import type { ImportKind } from "../../shared/wire.ts";
import { t, translateName } from "../i18n/t.ts";
import { useResource } from "../live/useResource.ts";
import type { Column } from "../ui/table/tableTypes.ts";
import { ResourceFormDialog } from "./form/ResourceFormDialog.tsx";
import type { FormValues } from "./formValues.ts";
import { RunProgress } from "./import/RunProgress.tsx";
import { ImportButton } from "./import/useImportDialog.tsx";
import { ResourceDeleteDialog } from "./ResourceDeleteDialog.tsx";
import { ResourceList } from "./ResourceList.tsx";
import { useResourceList } from "./useResourceList.ts";

interface ResourceScreenProps<Row extends StoredRow, Rec extends object, Parsed, Input> {
  resource: Resource<Row, Rec, Parsed, Input>;
  /** Limits the records that the server sends. */
  params?: Parameters<typeof useResource>[1];
  title: string;
  /** Singular and plural in a sentence: "plot type", "plot types". */
  nouns: readonly [singular: string, plural: string];
  /** "Search {nouns}" without it. */
  searchLabel?: string;
  /**
   * The columns, or a function that builds them; either must be stable. A form that shows another user's change
   * compares the two versions of the record by `sortValue`.
   */
  columns: readonly Column<Rec>[] | (() => readonly Column<Rec>[]);
  /** The order while the URL has no `sort`: "Field" ascending, "-Field" descending; by default by the first column. */
  defaultSort?: string;
  /** The values of a new record; the keys are the fields of the form. Undefined if records cannot be added. */
  defaultValues?: FormValues;
  /** The form's fields, for a record or for a new one. Undefined if records cannot be changed. */
  fields?: (record: Rec | undefined) => ReactNode;
  /** Called after a record was added in the form, which closes when the promise settles. */
  onCreated?: (record: Rec) => Promise<void>;
  /** What Enter on a record opens, if the records cannot be changed. */
  onOpen?: ((record: Rec) => void) | undefined;
  /** Above the form's fields. */
  notice?: ReactNode;
  /** Before the dialog's title while a record is edited. */
  leading?: (record: Rec) => ReactNode;
  filter?: {
    /** The filters' names in the URL. */
    paramNames?: readonly string[];
    controls: ReactNode;
    /** Must be stable while the filters are unchanged. */
    matches?: (record: Rec) => boolean;
  };
  /** Of an exported file, without the extension; the name of the resource by default. */
  fileName?: string;
  /** Set where the records can be imported from a spreadsheet. */
  importKind?: ImportKind;
  empty: { title: string; text?: string; noMatchesTitle?: string };
  deleteText?: string;
  /** The name of a record whose title field does not identify it to users. Must be stable. */
  getName?: (record: Rec) => string;
  totals?: (visible: readonly Rec[]) => Readonly<Record<string, ReactNode>>;
  footer?: (visible: readonly Rec[]) => ReactNode;
}

/** A live list of a resource with search, filters and order in the URL, and dialogs to add, edit and delete. */
export function ResourceScreen<Row extends StoredRow, Rec extends object, Parsed, Input>(
  props: ResourceScreenProps<Row, Rec, Parsed, Input>,
) {
  const { resource, title, nouns, filter, empty, importKind, fileName = resource.name } = props;
  const columns = useMemo(
    () => (typeof props.columns === "function" ? props.columns() : props.columns),
    [props.columns],
  );
  const source = useResource(resource, props.params);
  const can = { ...source.can, remove: source.can.remove && resource.verbs.includes("remove") };
  const list = useResourceList<Rec>({
    resource,
    source: { ...source, can },
    defaultSort: props.defaultSort ?? columns[0]?.key ?? "",
    filterParams: filter?.paramNames,
    matches: filter?.matches,
    getName: props.getName,
    defaultValues: props.defaultValues,
    onCreated: props.onCreated,
  });
  const { visible, editor, nameOf } = list;
  const { deleteDialog } = editor;
  const edited = editor.formDialog?.record;
  const label = translateName(resource.label);
  const addLabel = t("Add {label}", { label });

  return (
    <ResourceList
      list={list}
      title={title}
      nouns={nouns}
      searchLabel={props.searchLabel}
      filters={filter?.controls}
      columns={columns}
      exportMenu={{ fileName }}
      actions={importKind && <ImportButton kind={importKind} />}
      addLabel={addLabel}
      progress={importKind && <RunProgress kind={importKind} />}
      tableProps={{ totals: props.totals?.(visible), ...(props.onOpen ? { onOpen: props.onOpen } : {}) }}
      empty={empty}
      footer={props.footer?.(visible)}
    >
      {props.fields && (
        <ResourceFormDialog
          {...list.formDialogProps}
          columns={columns}
          title={edited ? t("Edit {name}", { name: label }) : addLabel}
          leading={edited && props.leading?.(edited)}
          fields={props.fields(edited)}
          recordName={edited && t("{noun} {name}", { noun: label, name: nameOf(edited) })}
          notice={props.notice}
          submitLabel={edited ? t("Update {label}", { label }) : t("Create {label}", { label })}
        />
      )}
      {deleteDialog && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Delete {name}?", {
            name: t("{noun} {name}", { noun: translateName(nouns[0]), name: nameOf(deleteDialog.record) }),
          })}
          text={props.deleteText ?? t("This deletes it for all users immediately.")}
        />
      )}
    </ResourceList>
  );
}
