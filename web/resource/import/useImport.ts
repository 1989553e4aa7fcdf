import { useState } from "react";
import type { ImportOutcome, SpreadsheetPreview } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError, isKeyExpired, isSentForApproval, isTemporaryError, request } from "../../api/request.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { buildMappingQuery, type ColumnMapping, toColumnMapping } from "./columnMapping.ts";

export type ImportStep = "file" | "columns" | "check" | "running" | "done";

interface ImportState {
  step: ImportStep;
  /** Kept after a failure, so that the user need not choose the file again. */
  file?: ImportFileContent;
  preview?: SpreadsheetPreview;
  mapping?: ColumnMapping;
  /** What the import would change after the check; what it has changed after the import, if the server says it. */
  outcome?: ImportOutcome | undefined;
  /** Whether rows that look like existing records or repeat another row are added. */
  duplicatesMode?: "skip" | "add";
  options?: ImportOptions;
  /** When the import was first sent without an answer, in ms since 1970; it may have been carried out. */
  unansweredSince?: number | undefined;
}

interface LastImport {
  fileName: string;
  outcome: ImportOutcome;
  /** The server undoes the import once, however often the undo is sent with this key. */
  undoKey: string;
}

/** The user's choices in the step `check`; each change of them checks the rows again. */
interface ImportOptions {
  /** Whether missing types and floors are created, or rows with them rejected. */
  names: "create" | "refuse";
  /** Whether an empty cell keeps the stored value or clears it. */
  blanks: "keep" | "clear";
}

const defaultOptions: ImportOptions = { names: "refuse", blanks: "keep" };

const initialState: ImportState = { step: "file" };

/** The steps of an import: file, columns, check, run. A failed step stays, with its reason and a retry. */
export function useImport(
  kind: ImportKind,
  { onFinished, onUndone }: { onFinished: (outcome: ImportOutcome | undefined) => void; onUndone: () => void },
) {
  const [state, setState] = useState(initialState);
  /** The last import, also after the dialog was closed, so that it can be undone once the list was looked at. */
  const [lastImport, setLastImport] = useState<LastImport>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ reason: string; retry: (() => void) | undefined }>();
  const { step, file, preview, mapping, outcome, duplicatesMode = "skip", options = defaultOptions } = state;

  async function run(sendStep: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await sendStep();
    } catch (error) {
      const { status = 0, code = "" } = error instanceof ApiError ? error : {};
      // A retry cannot succeed if the file itself is invalid, or for the reasons in `finalCodes`.
      const isFinal = finalCodes.has(code) || status === 400 || status === 413 || status === 415;
      const reason = isKeyReused(error)
        ? t("The first attempt reached the portal. Look at the list before you import this file again.")
        : describeError(error);
      setFailure({ reason, retry: isFinal ? undefined : () => void run(sendStep) });
    }
    setBusy(false);
  }

  function send<Data>(path: string, { body }: ImportFileContent, key?: string): Promise<{ data: Data }> {
    return request({ method: "post", path: `/import/${kind}${path}`, body, idempotencyKey: key });
  }

  const selectFile = useEvent(async (selected: File) => {
    await run(async () => {
      const content = await readImportFile(selected);
      setState({ step: "file", file: content });
      const { data } = await send<SpreadsheetPreview>("/columns", content);
      setState({ step: "columns", file: content, preview: data, mapping: toColumnMapping(data) });
    });
  });

  const check = useEvent(async (newOptions: ImportOptions = options) => {
    if (!file || !mapping) return;
    await run(async () => {
      const query = `?dryRun=1&${new URLSearchParams({ ...newOptions })}&${buildMappingQuery(mapping)}`;
      const { data } = await send<ImportOutcome>(query, file);
      setState({ ...state, step: "check", outcome: data, options: newOptions });
    });
  });

  const runImport = useEvent(async () => {
    if (!file || !mapping) return;
    const sentAt = state.unansweredSince ?? serverNow().getTime();
    setState({ ...state, step: "running" });
    await run(async () => {
      if (isKeyExpired(sentAt))
        throw new ApiError({
          status: 400,
          message: t("The rows may have been imported. Look at the list before you import this file again."),
        });
      // The server imports only what this preview shows.
      const parameters = new URLSearchParams({ ...options, preview: outcome?.Preview ?? "" });
      const path = `?alike=${duplicatesMode}&${parameters}&${buildMappingQuery(mapping)}`;
      const { data } = await send<ImportOutcome | null>(path, file, file.idempotencyKey).catch((error: unknown) => {
        if (isKeyReused(error) || isTemporaryError(error))
          setState((current) => ({ ...current, unansweredSince: sentAt }));
        if (error instanceof ApiError && error.code === "preview-changed") {
          // A 409 has the preview in the shape that the server declares.
          const fresh = error.data as ImportOutcome;
          // The step `check` counts the possible duplicates apart from the added rows.
          const added = fresh.added - (duplicatesMode === "add" ? (fresh.alike?.length ?? 0) : 0);
          setState({ ...state, step: "check", outcome: { ...fresh, added }, unansweredSince: undefined });
        }
        throw error;
      });
      setState({ ...state, step: "done", outcome: data ?? undefined, unansweredSince: undefined });
      if (data?.ImportBatchID !== undefined)
        setLastImport({ fileName: file.name, outcome: data, undoKey: crypto.randomUUID() });
      onFinished(data ?? undefined);
    });
  });

  const undo = useEvent(async () => {
    if (!lastImport) return;
    await run(async () => {
      const { message = "", code } = await sendUndo(kind, lastImport).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "import-undone-before") setLastImport(undefined);
        throw error;
      });
      setLastImport(undefined);
      showToast({ kind: isSentForApproval({ code }) ? "info" : "success", text: message });
      setState(initialState);
      onUndone();
    });
  });

  function back(): void {
    setFailure(undefined);
    if (step === "columns") setState(initialState);
    if (step === "check" || step === "running") setState({ ...state, step: step === "check" ? "columns" : "check" });
  }

  function reset(): void {
    setFailure(undefined);
    setState(initialState);
  }

  return {
    step,
    file,
    preview,
    mapping,
    outcome,
    lastImport,
    duplicatesMode,
    options,
    mayHaveBeenImported: state.unansweredSince !== undefined,
    busy,
    failure,
    selectFile,
    chooseDuplicatesMode: (choice: "skip" | "add") => setState({ ...state, duplicatesMode: choice }),
    chooseOptions: (change: Partial<ImportOptions>) => void check({ ...options, ...change }),
    changeMapping: (newMapping: ColumnMapping) => setState({ ...state, mapping: newMapping }),
    check: () => check(),
    runImport,
    undo,
    back,
    reset,
  };
}

/** Undoes the import. Its records are removed live; the response says whether a second person must approve it. */
function sendUndo(kind: ImportKind, { outcome, undoKey }: LastImport) {
  const path = `/import/${kind}/${outcome.ImportBatchID}/undo`;
  return request({ method: "post", path, idempotencyKey: undoKey });
}

/** The content of a file when it was chosen; later changes on disk have no effect. */
interface ImportFileContent {
  name: string;
  body: Blob;
  /** The server imports the rows once, however often they are sent with this key. */
  idempotencyKey: string;
}

/** Whether the server has received a request with this key, but with another mapping, other options or preview. */
function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency-key-reused";
}

/**
 * The codes of errors after which the same request cannot succeed: its key was sent before with other choices, or the
 * records or the import have changed since.
 */
const finalCodes: ReadonlySet<string> = new Set([
  "idempotency-key-reused",
  "preview-changed",
  "import-built-on",
  "import-undone-before",
]);

const maxFileBytes = 10 * 1024 * 1024;

/** Reads a file into memory. Throws an ApiError for an empty, too large or unreadable one. */
async function readImportFile(file: File): Promise<ImportFileContent> {
  if (file.size > maxFileBytes) throw new ApiError({ status: 413, message: "The file is larger than 10 MB." });
  if (file.size === 0) throw new ApiError({ status: 400, message: "This file is empty." });
  try {
    const body = new Blob([await file.arrayBuffer()], { type: mimeTypeOf(file.name) });
    return { name: file.name, body, idempotencyKey: crypto.randomUUID() };
  } catch {
    throw new ApiError({ status: 400, message: "The file could not be read. Choose it again." });
  }
}

/** Determined from the extension, because the type that a browser reports for CSV depends on installed programs. */
function mimeTypeOf(name: string): string {
  if (/\.xlsx$/i.test(name)) return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return /\.(csv|tsv|txt)$/i.test(name) ? "text/csv" : "application/octet-stream";
}
