import { useCallback, useEffect, useRef, useState } from "react";
import { type AuditRecord, audit } from "../../../shared/endpoints/audit.ts";
import { request } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useOnChange } from "../../live/useOnChange.ts";
import { describeError } from "../../live/useResource.ts";

interface AuditOptions {
  /** The filters, as the address of the call takes them. */
  query: string;
  /** The resources whose changes may show; stable. */
  resourceNames: readonly string[];
  /** New entries may be put in at once: nobody is reading further down. */
  isAtTop: () => boolean;
}

interface AuditState extends AuditPage {
  status: "loading" | "ready" | "failed";
  problem?: string;
  /** Older entries are on their way. */
  isLoadingOlder?: boolean;
  /** Why no older entries came. */
  olderProblem?: string;
  /** The newest page as it is now, not shown yet. */
  pendingPage?: AuditPage;
  /** Entries that came while one looked. */
  highlighted?: ReadonlySet<string>;
}

const initialState: AuditState = { status: "loading", data: [], next: null };

/** The books of who did what, newest first: read page by page, the newest by itself as they happen. */
export function useAudit({ query, resourceNames, isAtTop }: AuditOptions) {
  const [trail, setTrail] = useState(initialState);
  const [turn, setTurn] = useState(0);
  const reading = useRef<AbortController>(undefined);
  const looking = useRef({ busy: false, again: false });

  useEffect(() => {
    if (turn < 0) return;
    const mine = new AbortController();
    reading.current = mine;
    looking.current = { busy: false, again: false };
    setTrail(initialState);
    readPage(query, { signal: mine.signal })
      .then((page) => setTrail({ ...page, status: "ready" }))
      .catch((problem: unknown) => {
        if (!mine.signal.aborted) setTrail({ ...initialState, status: "failed", problem: describeError(problem) });
      });
    return () => mine.abort();
  }, [query, turn]);

  const look = useEvent(async () => {
    const signal = reading.current?.signal;
    if (!signal || trail.status === "failed") return;
    if (looking.current.busy || trail.status === "loading") {
      looking.current.again = true;
      return;
    }
    looking.current = { busy: true, again: false };
    const page = await readPage(query, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const { again } = looking.current;
    looking.current = { busy: false, again: false };
    if (page) take(page);
    if (again) void look();
  });
  useOnChange(resourceNames, () => void look());
  useEffect(() => {
    // What was heard while the first page was being read may not be in it.
    if (trail.status === "ready" && looking.current.again) void look();
  }, [trail.status, look]);

  const older = useEvent(async () => {
    const signal = reading.current?.signal;
    if (!signal || trail.next === null || trail.isLoadingOlder) return;
    setTrail((now) => ({ ...now, isLoadingOlder: true, olderProblem: undefined }));
    try {
      const page = await readPage(query, { signal, after: trail.next });
      setTrail((now) => ({ ...now, ...appendOlder(now, page), isLoadingOlder: false }));
    } catch (problem) {
      if (!signal.aborted) setTrail((now) => ({ ...now, isLoadingOlder: false, olderProblem: describeError(problem) }));
    }
  });

  const showNew = useCallback(() => setTrail(applyPending), []);
  const readAgain = useCallback(() => setTurn((before) => before + 1), []);
  return {
    ...trail,
    newCount: trail.pendingPage ? findNewEntries(trail, trail.pendingPage).length : 0,
    loadOlder: older,
    showNew,
    again: readAgain,
  };

  function take(page: AuditPage) {
    const atOnce = isAtTop();
    setTrail((now) => {
      if (findNewEntries(now, page).length === 0) return now;
      const told = { ...now, pendingPage: page };
      return atOnce ? applyPending(told) : told;
    });
  }
}

function applyPending(trail: AuditState): AuditState {
  const { pendingPage, ...now } = trail;
  if (!pendingPage) return trail;
  return {
    ...now,
    ...mergeNewest(now, pendingPage),
    highlighted: new Set(findNewEntries(now, pendingPage).map(({ AuditID }) => AuditID)),
  };
}

async function readPage(query: string, { signal, after }: { signal: AbortSignal; after?: string }): Promise<AuditPage> {
  const params = new URLSearchParams(query);
  if (after !== undefined) params.set("after", after);
  const path = params.size > 0 ? `${audit.path}?${params}` : audit.path;
  const { data, next } = await request<{ data: AuditRecord[]; next: string | null }>({ method: "get", path, signal });
  return { data, next };
}

/** Entries without a gap, newest first, and where those before them begin. */
interface AuditPage {
  data: readonly AuditRecord[];
  /** Null at the end of the books. */
  next: string | null;
}

/** What of the newest page is not known yet. */
function findNewEntries(known: AuditPage, newest: AuditPage): readonly AuditRecord[] {
  const ids = new Set(known.data.map(({ AuditID }) => AuditID));
  return newest.data.filter(({ AuditID }) => !ids.has(AuditID));
}

/** The newest page with what is known below it; alone where more has happened than it holds. */
function mergeNewest(known: AuditPage, newest: AuditPage): AuditPage {
  const last = newest.data.at(-1);
  const at = known.data.findIndex(({ AuditID }) => AuditID === last?.AuditID);
  if (at < 0) return newest;
  return { data: [...newest.data, ...known.data.slice(at + 1)], next: known.next };
}

function appendOlder(known: AuditPage, older: AuditPage): AuditPage {
  const ids = new Set(known.data.map(({ AuditID }) => AuditID));
  return { data: [...known.data, ...older.data.filter(({ AuditID }) => !ids.has(AuditID))], next: older.next };
}
