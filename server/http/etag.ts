import { createHash } from "node:crypto";
import type { Request } from "express";
import type { Viewer } from "../../shared/permissions.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { ResourceVersions } from "../commits/resource-versions.ts";

/** Where whoever follows the records says up to where they have heard of them. */
export const cursorHeader = "Cursor";

interface EtagOptions {
  /** The resources that its rows, and the names beside them, are read from. */
  resources: readonly string[];
  viewer: Viewer;
  /** Of the portal: another may answer the same rows in another way. */
  version: string;
  resourceVersions: ResourceVersions;
}

/** The name of what a list is at this moment: another as soon as anything that the answer is made of has moved, rights included. */
export function createEtag(
  { originalUrl }: Pick<Request, "originalUrl">,
  { resources, viewer, version, resourceVersions }: EtagOptions,
): string {
  const who = { ...viewer, plots: [...viewer.plots] };
  const parts = JSON.stringify([version, originalUrl, who, resources, resourceVersions.versionsOf(resources)]);
  return `W/"${createHash("sha256").update(parts).digest("base64url")}"`;
}

/**
 * May the caller, who holds the answer of that name, go on with it? Not while nothing is heard of the database, and not of a server
 * that has heard less than the caller, who would miss for good what lies between.
 */
export function isUnchanged(req: Request, tag: string, feed: Pick<ChangeStream, "isLive" | "cursor">): boolean {
  const held = req.get("if-none-match")?.split(",") ?? [];
  const heard = req.get(cursorHeader) ?? "";
  return held.some((one) => one.trim() === tag) && feed.isLive && heard <= feed.cursor;
}
