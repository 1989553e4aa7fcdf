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
 * The ordered list of commit subscribers: first the state derived from the rows, then permissions, sockets, mail and
 * metrics. Each subscriber gets a commit after the previous one has handled it.
 */

interface DerivedState {
  referenceCache: ReferenceCache;
  resourceVersions: ResourceVersions;
  totals: RunningTotals;
  outstandingBalances: OutstandingBalances;
  lastPayments: LastPayments;
}

/** Subscribes the state that scripts need too. Called by `openCore`. */
export function subscribeDerivedState(
  changeStream: ChangeStream,
  { referenceCache, resourceVersions, totals, outstandingBalances, lastPayments }: DerivedState,
): void {
  changeStream.subscribe({ onCommit: ({ changes }) => referenceCache.apply(changes) });
  changeStream.subscribe({ onCommit: (commit) => resourceVersions.apply(commit) });
  changeStream.subscribe({ onCommit: ({ changes }) => totals.apply(changes) });
  changeStream.subscribe({ onCommit: ({ changes }) => outstandingBalances.apply(changes) });
  changeStream.subscribe({ onCommit: ({ changes }) => lastPayments.apply(changes) });
}

interface ServerSubscribers {
  permissionCache: PermissionCache;
  realtime: Realtime;
  mailSender: MailSender;
  metrics: Metrics;
}

/** Subscribes what only a server needs. Called by `openServer`. */
export function subscribeServer(
  changeStream: ChangeStream,
  { permissionCache, realtime, mailSender, metrics }: ServerSubscribers,
): void {
  changeStream.subscribe({ onCommit: (commit) => permissionCache.onCommit(commit) });
  // Sockets get their new permissions before the commit is broadcast.
  changeStream.subscribe({
    onCommit: ({ changes }) => {
      if (changes.some(({ resource }) => permissionCache.sourceResourceNames.includes(resource)))
        realtime.reauthorizeSockets();
    },
    onHistoryLost: realtime.reauthorizeSockets,
  });
  changeStream.subscribe({
    onCommit: realtime.broadcast,
    onPendingCommit: realtime.preserialize,
    onHistoryLost: realtime.resyncAll,
  });
  changeStream.subscribe({ onCommit: ({ changes }) => mailSender.onCommit(changes) });
  changeStream.subscribe({ onCommit: metrics.countCommit });
}
