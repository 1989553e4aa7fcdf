import { useCallback, useEffect, useRef, useState } from "react";
import { type AuditRecord, audit } from "../../../shared/endpoints/audit.ts";
import { type EntryPage, mergeNewest } from "../../api/entryPage.ts";
import { request } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { waitForSubscription } from "../../live/connection.ts";
import { useOnChange } from "../../live/useOnChange.ts";

interface AuditOptions {
  /** The filters as the endpoint's query string. */
  query: string;
  /** The resources whose changes match the filters; a stable array. */
  resourceNames: readonly string[];
  /** Whether the newest entry is in view. If so, new entries are inserted at once. */
  isAtTop: () => boolean;
}

type AuditPage = EntryPage<AuditRecord>;

interface AuditState extends AuditPage {
  status: "loading" | "ready" | "failed";
  error?: unknown;
  isLoadingOlder?: boolean;
  olderError?: unknown;
  /** The newest page, not inserted until the user asks for it. */
  pendingPage?: AuditPage;
  /** Ids of the entries inserted last. */
  highlighted?: ReadonlySet<string>;
}

const initialState: AuditState = { status: "loading", data: [], next: null };

/** The audit trail, newest first. New entries arrive live, older pages are loaded on demand. */
export function useAudit({ query, resourceNames, isAtTop }: AuditOptions) {
  const [state, setState] = useState(initialState);
  const [attempt, setAttempt] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const refreshState = useRef({ isRunning: false, isStale: false });

  /** Reads the newest page after a change. A change meanwhile marks the page as stale, so that it is read once more. */
  const refresh = useEvent(async () => {
    const signal = controller.current?.signal;
    if (!signal || state.status === "failed") return;
    if (refreshState.current.isRunning || state.status === "loading") {
      refreshState.current.isStale = true;
      return;
    }
    refreshState.current = { isRunning: true, isStale: false };
    const page = await fetchPage(query, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const { isStale } = refreshState.current;
    refreshState.current = { isRunning: false, isStale: false };
    if (page) receiveNewest(page);
    if (isStale) void refresh();
  });
  useOnChange(resourceNames, () => void refresh());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the first page again
  useEffect(() => {
    const newController = new AbortController();
    const { signal } = newController;
    controller.current = newController;
    refreshState.current = { isRunning: false, isStale: false };
    setState(initialState);
    // Declared after `useOnChange`, which subscribes: an entry between a response and the subscription would be missed.
    waitForSubscription()
      .then(() => fetchPage(query, { signal }))
      .then((page) => setState({ ...page, status: "ready" }))
      .catch((error: unknown) => {
        if (!signal.aborted) setState({ ...initialState, status: "failed", error });
      });
    return () => newController.abort();
  }, [query, attempt]);

  useEffect(() => {
    // The first page may lack changes that happened while it was being read.
    if (state.status === "ready" && refreshState.current.isStale) void refresh();
  }, [state.status, refresh]);

  const loadOlder = useEvent(async () => {
    const signal = controller.current?.signal;
    const after = state.next;
    if (!signal || after === null || state.isLoadingOlder) return;
    setState((current) => ({ ...current, isLoadingOlder: true, olderError: undefined }));
    try {
      const page = await fetchPage(query, { signal, after });
      setState((current) => ({
        ...current,
        // The page no longer follows the list if a newest page has replaced the list meanwhile.
        ...(current.next === after && appendOlder(current, page)),
        isLoadingOlder: false,
      }));
    } catch (error) {
      if (signal.aborted) return;
      setState((current) => ({ ...current, isLoadingOlder: false, olderError: error }));
    }
  });

  return {
    ...state,
    newCount: state.pendingPage ? findNewEntries(state, state.pendingPage).length : 0,
    loadOlder,
    showNew: useCallback(() => setState(applyPending), []),
    retry: useCallback(() => setAttempt((previous) => previous + 1), []),
  };

  function receiveNewest(page: AuditPage) {
    const applyNow = isAtTop();
    setState((current) => {
      if (findNewEntries(current, page).length === 0) return current;
      const withPending: AuditState = { ...current, pendingPage: page };
      return applyNow ? applyPending(withPending) : withPending;
    });
  }
}

/** Inserts the entries of `pendingPage` and highlights those that are new. */
function applyPending(state: AuditState): AuditState {
  const { pendingPage, ...current } = state;
  if (!pendingPage) return state;
  const newIds = findNewEntries(current, pendingPage).map(toId);
  return { ...current, ...mergeNewest(current, pendingPage, toId), highlighted: new Set(newIds) };
}

async function fetchPage(query: string, { signal, after }: { signal: AbortSignal; after?: string }) {
  const params = new URLSearchParams(query);
  if (after !== undefined) params.set("after", after);
  const path = params.size > 0 ? `${audit.path}?${params}` : audit.path;
  const { data, next } = await request<AuditPage>({ method: "get", path, signal });
  return { data, next };
}

function findNewEntries(loaded: AuditPage, page: AuditPage): readonly AuditRecord[] {
  const ids = new Set(loaded.data.map(toId));
  return page.data.filter(({ AuditID }) => !ids.has(AuditID));
}

function appendOlder(loaded: AuditPage, older: AuditPage): AuditPage {
  return { data: [...loaded.data, ...findNewEntries(loaded, older)], next: older.next };
}

function toId({ AuditID }: AuditRecord): string {
  return AuditID;
}
