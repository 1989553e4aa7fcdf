import { resources } from "../../shared/resources/index.ts";
import type { Call } from "../http/call.ts";
import { defineHandlers, type ResourceHandlers } from "../http/resource-handlers.ts";
import type { Job } from "../jobs/daily-jobs.ts";
import type { Mail } from "../mail/outbox.ts";
import type { MailHandler } from "../mail/sender.ts";
import type { LiveQuery } from "../realtime/broadcaster.ts";
import type { FeatureConnections, FeatureServices } from "./feature.ts";
import { features } from "./index.ts";

interface ConnectedFeatures {
  /** One for each resource with routes. */
  resourceHandlers: readonly ResourceHandlers[];
  calls: readonly Call[];
  liveQueries: readonly LiveQuery[];
  mailHandlers: Record<Mail["Kind"], MailHandler>;
  dailyJobs: readonly Job[];
}

/** Connects all features and collects what they add to the server. Throws when a kind of mail has no handler. */
export function connectFeatures(services: FeatureServices): ConnectedFeatures {
  const connections = features.map(({ connect }) => connect?.(services) ?? {});
  const handlers = new Map(
    features.flatMap((feature) => feature.handlers ?? []).map((each) => [each.resource.name, each]),
  );
  const mailHandlers: FeatureConnections["mailHandlers"] = {};
  for (const connection of connections) Object.assign(mailHandlers, connection.mailHandlers);
  return {
    resourceHandlers: resources
      .filter(({ verbs }) => verbs.length > 0)
      .map((resource) => handlers.get(resource.name) ?? defineHandlers(resource)),
    calls: connections.flatMap(({ calls = [] }) => calls),
    liveQueries: connections.flatMap(({ liveQueries = [] }) => liveQueries),
    mailHandlers: assertComplete(mailHandlers),
    dailyJobs: features.flatMap(({ jobs = [] }) => jobs),
  };
}

function assertComplete(handlers: NonNullable<FeatureConnections["mailHandlers"]>): Record<Mail["Kind"], MailHandler> {
  const { receipt, reminder, reset, invitation } = handlers;
  if (!receipt || !reminder || !reset || !invitation) throw new Error("A kind of mail has no handler");
  return { receipt, reminder, reset, invitation };
}
