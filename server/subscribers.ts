import type { PermissionCache } from "./access/permission-cache.ts";
import type { ChangeStream } from "./commits/change-stream.ts";
import type { ResourceVersions } from "./commits/resource-versions.ts";
import type { ReferenceCache } from "./database/reference-cache.ts";
import type { Metrics } from "./http/metrics.ts";
import type { MailSender } from "./mail/sender.ts";
import type { Realtime } from "./realtime/realtime.ts";
import type { LastPayments, OutstandingBalances } from "./services/outstanding-balances.ts";
import type { RunningTotals } from "./services/running-totals.ts";

/*
 * The ordered list of commit subscribers: first the state derived from the rows, then what only a server does.
 * A commit is passed to a subscriber when the previous one has finished.
 */

interface DerivedState {
  referenceCache: ReferenceCache;
  resourceVersions: ResourceVersions;
  totals: RunningTotals;
  outstandingBalances: OutstandingBalances;
  lastPayments: LastPayments;
}

/** State that scripts need as well; called by `openCore`. */
export function subscribeDerivedState(commits: ChangeStream, state: DerivedState): void {
  commits.subscribe({ onCommit: ({ changes }) => state.referenceCache.apply(changes) });
  commits.subscribe({ onCommit: (commit) => state.resourceVersions.apply(commit) });
  commits.subscribe({ onCommit: ({ changes }) => state.totals.apply(changes) });
  commits.subscribe({ onCommit: ({ changes }) => state.outstandingBalances.apply(changes) });
  commits.subscribe({ onCommit: ({ changes }) => state.lastPayments.apply(changes) });
}

interface ServerParts {
  permissionCache: PermissionCache;
  realtime: Realtime;
  mailSender: MailSender;
  metrics: Metrics;
}

/** Called by `openServer`. */
export function subscribeServer(
  commits: ChangeStream,
  { permissionCache, realtime, mailSender, metrics }: ServerParts,
): void {
  commits.subscribe({ onCommit: (commit) => permissionCache.onCommit(commit) });
  // Sockets get their new permissions before the commit is broadcast.
  commits.subscribe({
    onCommit: ({ changes }) => {
      if (changes.some(({ resource }) => permissionCache.sourceResourceNames.includes(resource)))
        realtime.reauthorizeSockets();
    },
    onHistoryLost: realtime.reauthorizeSockets,
  });
  commits.subscribe({
    onCommit: realtime.broadcast,
    onPendingCommit: realtime.preserialize,
    onHistoryLost: realtime.resyncAll,
  });
  commits.subscribe({ onCommit: ({ changes }) => mailSender.onCommit(changes) });
  commits.subscribe({ onCommit: metrics.countCommit });
}
