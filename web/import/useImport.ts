import { useRef, useState } from "react";
import type { ImportLook, ImportOutcome } from "../../shared/endpoints/import.ts";
import type { ImportName } from "../../shared/import-names.ts";
import { Problem, request } from "../lib/request.ts";
import { reasonOf } from "../lib/useResource.ts";
import { useHandler } from "../ui/useHandler.ts";
import { type Chosen, guessOf, queryOf } from "./chosen.ts";
import { type Kept, keep } from "./keep.ts";

export type ImportStep = "file" | "columns" | "check" | "running" | "done";

interface State {
  step: ImportStep;
  /** Kept whatever fails, so that nobody looks for it again. */
  file?: Kept;
  look?: ImportLook;
  chosen?: Chosen;
  /** Of the dry run, then of the import; its answer may have been lost. */
  outcome?: ImportOutcome | undefined;
}

type Answer<Data> = { data: Data };

const begin: State = { step: "file" };

/** An import, step by step: file, columns, what would be done, doing it. A step that fails stays, with its reason and a way to try again. */
export function useImport(name: ImportName, onOver: (outcome: ImportOutcome | undefined) => void) {
  const [state, setState] = useState(begin);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ reason: string; again: (() => void) | undefined }>();
  /** The same for each try of the same import: one that went through although no answer came is not done twice. */
  const key = useRef<string>(undefined);
  const { step, file, look, chosen, outcome } = state;

  /** One at a time. */
  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailed(undefined);
    try {
      await work();
    } catch (problem) {
      const status = problem instanceof Problem ? problem.status : 0;
      if (status !== 0) key.current = undefined;
      // What is wrong with the file itself is still wrong the next time.
      const final = status === 400 || status === 413 || status === 415;
      setFailed({ reason: reasonOf(problem), again: final ? undefined : () => void run(work) });
    }
    setBusy(false);
  }

  function send<Data>(path: string, { body }: Kept, idempotencyKey?: string): Promise<Answer<Data>> {
    return request<Answer<Data>>({ method: "post", path: `/import/${name}${path}`, body, idempotencyKey });
  }

  const choose = useHandler(async (picked: File) => {
    await run(async () => {
      const kept = await keep(picked);
      setState({ step: "file", file: kept });
      const { data } = await send<ImportLook>("/columns", kept);
      setState({ step: "columns", file: kept, look: data, chosen: guessOf(data) });
    });
  });

  const check = useHandler(async () => {
    if (!file || !chosen) return;
    await run(async () => {
      const { data } = await send<ImportOutcome>(`?dryRun=1&${queryOf(chosen)}`, file);
      setState({ ...state, step: "check", outcome: data });
    });
  });

  const take = useHandler(async () => {
    if (!file || !chosen) return;
    setState({ ...state, step: "running" });
    await run(async () => {
      key.current ??= crypto.randomUUID();
      const { data } = await send<ImportOutcome | null>(`?${queryOf(chosen)}`, file, key.current);
      key.current = undefined;
      setState({ ...state, step: "done", outcome: data ?? undefined });
      onOver(data ?? undefined);
    });
  });

  function back(): void {
    setFailed(undefined);
    if (step === "columns") setState(begin);
    if (step === "check" || step === "running") setState({ ...state, step: step === "check" ? "columns" : "check" });
  }

  function reset(): void {
    key.current = undefined;
    setFailed(undefined);
    setState(begin);
  }

  return {
    step,
    file,
    look,
    chosen,
    outcome,
    busy,
    failed,
    choose,
    change: (next: Chosen) => setState({ ...state, chosen: next }),
    check,
    take,
    back,
    reset,
  };
}
