import { useRef, useState } from "react";
import type { ImportOutcome, ImportPreview } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError, request } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { type ColumnMapping, guessedMapping, mappingQuery } from "./columnMapping.ts";
import { type ImportFileContent, readImportFile } from "./readImportFile.ts";

export type ImportStep = "file" | "columns" | "check" | "running" | "done";

interface ImportState {
  step: ImportStep;
  /** Kept whatever fails, so that nobody looks for it again. */
  file?: ImportFileContent;
  preview?: ImportPreview;
  mapping?: ColumnMapping;
  /** Of the dry run, then of the import; its answer may have been lost. */
  outcome?: ImportOutcome | undefined;
}

type ImportResponse<Data> = { data: Data };

const initialState: ImportState = { step: "file" };

/** An import, step by step: file, columns, what would be done, doing it. A step that fails stays, with its reason and a way to try again. */
export function useImport(name: ImportKind, onOver: (outcome: ImportOutcome | undefined) => void) {
  const [state, setState] = useState(initialState);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ reason: string; retry: (() => void) | undefined }>();
  /** The same for each try of the same import: one that went through although no answer came is not done twice. */
  const key = useRef<string>(undefined);
  const { step, file, preview, mapping, outcome } = state;

  /** One at a time. */
  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      await work();
    } catch (problem) {
      const status = problem instanceof ApiError ? problem.status : 0;
      if (status !== 0) key.current = undefined;
      // What is wrong with the file itself is still wrong the next time.
      const final = status === 400 || status === 413 || status === 415;
      setFailed({ reason: describeError(problem), retry: final ? undefined : () => void run(work) });
    }
    setBusy(false);
  }

  function send<Data>(
    path: string,
    { body }: ImportFileContent,
    idempotencyKey?: string,
  ): Promise<ImportResponse<Data>> {
    return request<ImportResponse<Data>>({ method: "post", path: `/import/${name}${path}`, body, idempotencyKey });
  }

  const choose = useEvent(async (picked: File) => {
    await run(async () => {
      const kept = await readImportFile(picked);
      setState({ step: "file", file: kept });
      const { data } = await send<ImportPreview>("/columns", kept);
      setState({ step: "columns", file: kept, preview: data, mapping: guessedMapping(data) });
    });
  });

  const check = useEvent(async () => {
    if (!file || !mapping) return;
    await run(async () => {
      const { data } = await send<ImportOutcome>(`?dryRun=1&${mappingQuery(mapping)}`, file);
      setState({ ...state, step: "check", outcome: data });
    });
  });

  const take = useEvent(async () => {
    if (!file || !mapping) return;
    setState({ ...state, step: "running" });
    await run(async () => {
      key.current ??= crypto.randomUUID();
      const { data } = await send<ImportOutcome | null>(`?${mappingQuery(mapping)}`, file, key.current);
      key.current = undefined;
      setState({ ...state, step: "done", outcome: data ?? undefined });
      onOver(data ?? undefined);
    });
  });

  function back(): void {
    setFailed(undefined);
    if (step === "columns") setState(initialState);
    if (step === "check" || step === "running") setState({ ...state, step: step === "check" ? "columns" : "check" });
  }

  function reset(): void {
    key.current = undefined;
    setFailed(undefined);
    setState(initialState);
  }

  return {
    step,
    file,
    preview,
    mapping,
    outcome,
    busy,
    failed,
    selectFile: choose,
    changeMapping: (next: ColumnMapping) => setState({ ...state, mapping: next }),
    check,
    runImport: take,
    back,
    reset,
  };
}
