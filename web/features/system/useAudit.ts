import { useCallback, useEffect, useRef, useState } from "react";
import { type AuditRecord, audit } from "../../../shared/endpoints/audit.ts";
import { request } from "../../lib/request.ts";
import { useHeard } from "../../lib/useHeard.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { useHandler } from "../../ui/useHandler.ts";
import { type AuditPage, newIn, withNewest, withOlder } from "./auditPages.ts";

interface AuditInput {
  /** The filters, as the address of the call takes them. */
  query: string;
  /** The resources whose changes may show; stable. */
  heard: readonly string[];
  /** New entries may be put in at once: nobody is reading further down. */
  onTop: () => boolean;
}

interface Trail extends AuditPage {
  status: "loading" | "ready" | "failed";
  problem?: string;
  /** Older entries are on their way. */
  busy?: boolean;
  /** Why no older entries came. */
  olderProblem?: string;
  /** The newest page as it is now, not shown yet. */
  waiting?: AuditPage;
  /** Entries that came while one looked. */
  lit?: ReadonlySet<string>;
}

const empty: Trail = { status: "loading", data: [], next: null };

/** The books of who did what, newest first: read page by page, the newest by itself as they happen. */
export function useAudit({ query, heard, onTop }: AuditInput) {
  const [trail, setTrail] = useState(empty);
  const [turn, setTurn] = useState(0);
  const reading = useRef<AbortController>(undefined);
  const looking = useRef({ busy: false, again: false });

  useEffect(() => {
    if (turn < 0) return;
    const mine = new AbortController();
    reading.current = mine;
    looking.current = { busy: false, again: false };
    setTrail(empty);
    readPage(query, { signal: mine.signal })
      .then((page) => setTrail({ ...page, status: "ready" }))
      .catch((problem: unknown) => {
        if (!mine.signal.aborted) setTrail({ ...empty, status: "failed", problem: reasonOf(problem) });
      });
    return () => mine.abort();
  }, [query, turn]);

  const look = useHandler(async () => {
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
  useHeard(heard, () => void look());
  useEffect(() => {
    // What was heard while the first page was being read may not be in it.
    if (trail.status === "ready" && looking.current.again) void look();
  }, [trail.status, look]);

  const older = useHandler(async () => {
    const signal = reading.current?.signal;
    if (!signal || trail.next === null || trail.busy) return;
    setTrail((now) => ({ ...now, busy: true, olderProblem: undefined }));
    try {
      const page = await readPage(query, { signal, after: trail.next });
      setTrail((now) => ({ ...now, ...withOlder(now, page), busy: false }));
    } catch (problem) {
      if (!signal.aborted) setTrail((now) => ({ ...now, busy: false, olderProblem: reasonOf(problem) }));
    }
  });

  const showNew = useCallback(() => setTrail(shown), []);
  const readAgain = useCallback(() => setTurn((before) => before + 1), []);
  return { ...trail, news: trail.waiting ? newIn(trail, trail.waiting).length : 0, older, showNew, again: readAgain };

  function take(page: AuditPage) {
    const atOnce = onTop();
    setTrail((now) => {
      if (newIn(now, page).length === 0) return now;
      const told = { ...now, waiting: page };
      return atOnce ? shown(told) : told;
    });
  }
}

function shown(trail: Trail): Trail {
  const { waiting, ...now } = trail;
  if (!waiting) return trail;
  return { ...now, ...withNewest(now, waiting), lit: new Set(newIn(now, waiting).map(({ AuditID }) => AuditID)) };
}

async function readPage(query: string, { signal, after }: { signal: AbortSignal; after?: string }): Promise<AuditPage> {
  const params = new URLSearchParams(query);
  if (after !== undefined) params.set("after", after);
  const path = params.size > 0 ? `${audit.path}?${params}` : audit.path;
  const { data, next } = await request<{ data: AuditRecord[]; next: string | null }>({ method: "get", path, signal });
  return { data, next };
}
