import { resources } from "../../shared/resources/index.ts";
import type { EndpointHandler } from "../http/endpoint-handler.ts";
import { defineResourceHandlers, type ResourceHandlers } from "../http/resource-handlers.ts";
import type { Job } from "../jobs/daily-jobs.ts";
import type { Mail } from "../mail/outbox.ts";
import type { MailHandler } from "../mail/sender.ts";
import type { LiveQuery } from "../realtime/broadcaster.ts";
import type { FeatureContributions, FeatureServices } from "./feature.ts";
import { features } from "./index.ts";

interface InitializedFeatures {
  /** One for each resource with routes. */
  resourceHandlers: readonly ResourceHandlers[];
  endpointHandlers: readonly EndpointHandler[];
  liveQueries: readonly LiveQuery[];
  mailHandlers: Record<Mail["Kind"], MailHandler>;
  dailyJobs: readonly Job[];
}

/**
 * Initializes all features and collects their parts. Throws if a kind of mail has no handler, or if a live query has
 * both the name of a resource, whose rule would decide who subscribes, and `canSubscribe`, or neither.
 */
export function initializeFeatures(services: FeatureServices): InitializedFeatures {
  const contributions = features.map(({ initialize }) => initialize?.(services) ?? {});
  const handlersByResource = new Map(
    features
      .flatMap(({ resourceHandlers = [] }) => resourceHandlers)
      .map((handlers) => [handlers.resource.name, handlers]),
  );
  const mailHandlers: FeatureContributions["mailHandlers"] = {};
  for (const contribution of contributions) Object.assign(mailHandlers, contribution.mailHandlers);
  const liveQueries = contributions.flatMap((contribution) => contribution.liveQueries ?? []);
  for (const { name, canSubscribe } of liveQueries)
    if (resources.some((resource) => resource.name === name) === (canSubscribe !== undefined))
      throw new Error(`Live query ${name} must have either the name of a resource or canSubscribe`);
  return {
    resourceHandlers: resources
      .filter(({ verbs }) => verbs.length > 0)
      .map((resource) => handlersByResource.get(resource.name) ?? defineResourceHandlers(resource)),
    endpointHandlers: contributions.flatMap(({ endpointHandlers = [] }) => endpointHandlers),
    liveQueries,
    mailHandlers: requireAllKinds(mailHandlers),
    dailyJobs: features.flatMap(({ jobs = [] }) => jobs),
  };
}

function requireAllKinds(
  handlers: NonNullable<FeatureContributions["mailHandlers"]>,
): Record<Mail["Kind"], MailHandler> {
  const { receipt, reminder, bill, bounce, reset, invitation, verification } = handlers;
  if (!receipt || !reminder || !bill || !bounce || !reset || !invitation || !verification)
    throw new Error("A kind of mail has no handler");
  return { receipt, reminder, bill, bounce, reset, invitation, verification };
}
