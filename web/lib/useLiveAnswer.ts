import { useCallback, useEffect, useRef, useState } from "react";
import { followed } from "./connection.ts";
import { Problem, request } from "./request.ts";
import { useConnection } from "./useConnectionState.ts";
import { useHeard } from "./useHeard.ts";

const leastPauseMs = 1_000;

interface Known<Answer> {
  path: string;
  answer: Answer | undefined;
  problem: Problem | undefined;
}

/**
 * An answer of the server that is not a list of records, read again whenever it is told that it has moved, at most once a second.
 * `heard` are the names that it is told by and must be stable; with `null` for its path it is not read at all.
 */
export function useLiveAnswer<Answer>(path: string | null, heard: readonly string[]) {
  const [known, setKnown] = useState<Known<Answer>>();
  const [turn, setTurn] = useState(0);
  const look = useRef<() => void>(undefined);
  const lookNow = useCallback(() => look.current?.(), []);
  useHeard(heard, lookNow);
  useReconnected(lookNow);

  useEffect(() => {
    if (path === null || turn < 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    let busy = false;
    let again = false;
    let pause: ReturnType<typeof setTimeout> | undefined;

    async function read(of: string) {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        // What is followed is announced at the end of this moment; only then is there something to wait for.
        await Promise.resolve().then(followed);
        if (signal.aborted) return;
        const answer = await request<Answer>({ method: "get", path: of, signal });
        setKnown({ path: of, answer, problem: undefined });
      } catch (error) {
        if (signal.aborted) return;
        const problem = error instanceof Problem ? error : new Problem({ status: 0, message: "API request failed" });
        setKnown((before) => ({ path: of, answer: before?.path === of ? before.answer : undefined, problem }));
      }
      pause = setTimeout(() => {
        busy = false;
        if (!again) return;
        again = false;
        void read(of);
      }, leastPauseMs);
    }

    look.current = () => void read(path);
    void read(path);
    return () => {
      abort.abort();
      clearTimeout(pause);
      look.current = undefined;
    };
  }, [path, turn]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  const mine = known?.path === path ? known : undefined;
  return { answer: mine?.answer, problem: mine?.problem, loading: mine === undefined && path !== null, again };
}

/** What moved while there was no line was told to nobody. */
function useReconnected(run: () => void): void {
  const { kind } = useConnection();
  const before = useRef(kind);
  useEffect(() => {
    if (kind === "live" && before.current !== "live") run();
    before.current = kind;
  }, [kind, run]);
}
