import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { AnyResource } from "../../shared/registry.ts";
import { searchTerms } from "../../shared/search.ts";
import type { ApiError } from "../api/request.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { useSearchText } from "../hooks/useSearchText.ts";
import { useShortcut } from "../hooks/useShortcut.ts";
import { useClearQueryParams, useUrlState } from "../hooks/useUrlState.ts";
import { t, translateName } from "../i18n/t.ts";
import { useMonthLock } from "../live/monthLock.ts";
import { useGetEditor } from "../live/presence.ts";
import { highlightOwnRow } from "../live/recentChanges.ts";
import type { RowAction, RowState } from "../ui/table/tableTypes.ts";
import { type FormValues, idOf, titleOf } from "./formValues.ts";
import { createLockAction } from "./lockAction.ts";
import { matchesSearch } from "./search.ts";
import { useOpenCreateFromUrl } from "./useOpenCreateFromUrl.ts";
import { type AfterCreateActions, type RecordMutations, useResourceEditor } from "./useResourceEditor.ts";

/** The source of the records, normally the result of useResource. */
interface ListSource<Rec> extends Partial<RecordMutations<Rec>> {
  rows: readonly Rec[];
  status: "loading" | "ready" | "failed";
  error: ApiError | undefined;
  /** By default, the user may only read. */
  can?: { create: boolean; update: boolean; remove: boolean };
  refetch: () => unknown;
  getHighlight: (id: number) => RowState["highlight"];
}

interface ResourceListOptions<Rec> {
  /** Determines the id, the name and the search fields of a row. */
  resource: AnyResource;
  source: ListSource<Rec>;
  /** "Field" or "-Field", while the address has no `sort`. */
  defaultSort: string;
  /** The filters' names in the address; clearing the filters removes them. */
  filterParams?: readonly string[];
  /** Whether the record matches the filters. Must be stable while the filters are unchanged. */
  matches?: ((record: Rec) => boolean) | undefined;
  /** Whether a record matches all search terms; searches the resource's search fields by default. Must be stable. */
  matchesSearchTerms?: (record: Rec, terms: readonly string[]) => boolean;
  /** The name of a record whose title field does not identify it to users. Must be stable. */
  getName?: ((record: Rec) => string) | undefined;
  /** Called after a record was added in the form, which closes when the promise settles. */
  onCreated?: ((record: Rec) => Promise<void>) | undefined;
  /** The buttons in the toast of a new record. */
  getAfterCreateActions?: AfterCreateActions<Rec>;
  /** The label of the button that deletes a record, "Delete {name}" by default. Must be stable. */
  getDeleteLabel?: (record: Rec) => string;
  /** The values of a new record. Without them there is no form, and neither shortcut nor address opens one. */
  defaultValues?: FormValues;
  /** Opens the form for a new record; `values` are the `createParams` that the address has. */
  onAdd?: (values: ReadonlyMap<string, string>) => void;
  /** The names of query parameters that may fill the field of the same name in the form for a new record. */
  createParams?: readonly string[];
}

/**
 * The state of a list screen: search, filters and order (stored in the address), the matching rows, the actions that
 * the user may take, who changed or edits a row, and the state of the dialogs. Spread each `…Props` onto the component
 * of that name; properties passed after it override it.
 */
export function useResourceList<Rec extends object>(options: ResourceListOptions<Rec>) {
  const { resource, source, matches, matchesSearchTerms, getName, getDeleteLabel, defaultValues } = options;
  const { rows, status, error, can = readOnly, refetch, getHighlight } = source;
  const search = useListSearch(options.filterParams ?? noParams);
  const [sort, setSort] = useUrlState("sort", options.defaultSort, "replace");
  /** The row of the record that the user has just added; the table scrolls to it. */
  const [revealed, setRevealed] = useState<{ key: string }>();
  const editor = useResourceEditor({
    resource,
    mutations: {
      create: source.create ?? rejectMutation,
      update: source.update ?? rejectMutation,
      remove: source.remove ?? rejectMutation,
    },
    defaultValues: defaultValues ?? noValues,
    getName,
    onCreated: async (record: Rec) => {
      const id = idOf(resource, record);
      await options.onCreated?.(record);
      // At the end, when the form closes: behind it nobody sees the highlight.
      setRevealed({ key: String(id) });
      highlightOwnRow({ resource: resource.name, id });
    },
    getAfterCreateActions: options.getAfterCreateActions,
  });
  const { add, edit, askDelete } = editor;

  const visible = useMemo(
    () =>
      rows.filter((row) => {
        if (matches && !matches(row)) return false;
        return matchesSearchTerms ? matchesSearchTerms(row, search.terms) : matchesSearch(resource, row, search.terms);
      }),
    [rows, matches, matchesSearchTerms, resource, search.terms],
  );

  const onAdd = useEvent((values: ReadonlyMap<string, string> = noPrefill) =>
    options.onAdd ? options.onAdd(values) : add(),
  );
  const handleAdd = useCallback(() => onAdd(), [onAdd]);
  const canCreate = can.create && defaultValues !== undefined;
  useShortcut("n", handleAdd, canCreate);
  useOpenCreateFromUrl({ openForm: onAdd, canCreate, valueParams: options.createParams });

  const nameOf = useCallback((row: Rec) => getName?.(row) ?? titleOf(resource, row), [resource, getName]);
  const { describeLock } = useMonthLock();
  const rowActions = useMemo(() => {
    if (!can.update && !can.remove) return undefined;
    return (row: Rec): readonly RowAction[] => {
      const name = nameOf(row);
      const lockedText = describeLock(resource, row);
      if (lockedText !== undefined) return [createLockAction(lockedText)];
      const actions: RowAction[] = [];
      if (can.update)
        actions.push({ key: "edit", label: t("Edit {name}", { name }), icon: "pencil", onPress: () => edit(row) });
      if (can.remove)
        actions.push({
          key: "delete",
          label: getDeleteLabel?.(row) ?? t("Delete {name}", { name }),
          icon: "trash",
          danger: true,
          onPress: () => askDelete(row),
        });
      return actions;
    };
  }, [nameOf, getDeleteLabel, can.update, can.remove, edit, askDelete, describeLock, resource]);

  const getEditingUser = useGetEditor(resource.name);
  const rowState = useCallback(
    (row: Rec) => {
      const id = idOf(resource, row);
      return { highlight: getHighlight(id), editing: getEditingUser(id) };
    },
    [resource, getHighlight, getEditingUser],
  );

  const highlighted = useMemo(
    () =>
      visible.find((row) => {
        const id = idOf(resource, row);
        return getHighlight(id) !== undefined && String(id) !== revealed?.key;
      }),
    [visible, resource, revealed, getHighlight],
  );
  const changedBy = highlighted && getHighlight(idOf(resource, highlighted))?.by;
  const highlightedChange =
    highlighted && changedBy ? { record: highlighted, by: translateName(changedBy) } : undefined;

  return {
    /** The records that match the filters and the search. */
    visible,
    search,
    sort,
    editor,
    nameOf,
    /** The first visible record that somebody else has just changed. */
    highlightedChange,
    onAdd: handleAdd,
    searchBoxProps: { value: search.text, onChange: search.setText, isPending: search.isPending },
    exportMenuProps: { getRows: () => visible, sort, isEmpty: visible.length === 0 },
    filterSheetProps: search.filterSheetProps,
    staleDataProps: { error, hasData: rows.length > 0, onRetry: refetch },
    tableProps: {
      rows: visible,
      rowKey: (row: Rec) => String(idOf(resource, row)),
      sort,
      onSort: setSort,
      rowState,
      onOpen: can.update ? edit : undefined,
      rowActions,
      maxActions: Number(can.update) + Number(can.remove),
      loading: status === "loading",
      revealed,
      announcement:
        highlightedChange &&
        t("{name} changed {record}", { name: highlightedChange.by, record: nameOf(highlightedChange.record) }),
    },
    emptyStateProps: {
      error,
      onRetry: refetch,
      onClearFilters: rows.length > 0 && search.isFiltered ? search.clear : undefined,
      onAdd: canCreate ? handleAdd : undefined,
    },
    footerProps: {
      visibleCount: visible.length,
      totalCount: rows.length,
      can: { ...can, create: canCreate },
      isLoaded: status === "ready" || rows.length > 0,
    },
    formDialogProps: { editor, list: source, resource, defaultValues: defaultValues ?? noValues },
  };
}

/** The search text of a list and its terms. `clear` also removes these filter parameters from the address. */
function useListSearch(filterParams: readonly string[]) {
  const [text, setText] = useSearchText();
  const filters = useClearQueryParams(filterParams);
  const deferredText = useDeferredValue(text);
  const terms = useMemo(() => searchTerms(deferredText), [deferredText]);
  const clear = useEvent(() => {
    setText("");
    filters.clear();
  });
  const isPending = deferredText !== text;
  const filterSheetProps = { activeCount: filters.count, onClear: filters.clear };
  return { text, setText, terms, isPending, isFiltered: filters.hasAny || text !== "", clear, filterSheetProps };
}

/** For `can` of a source: the list offers no add, edit and delete of its own. */
export const readOnly = { create: false, update: false, remove: false };
const noParams: readonly string[] = [];
const noPrefill: ReadonlyMap<string, string> = new Map();
const noValues: FormValues = {};

function rejectMutation(): Promise<never> {
  return Promise.reject(new Error("This list is read only"));
}
