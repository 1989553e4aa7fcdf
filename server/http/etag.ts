import { createHash } from "node:crypto";
import type { Request } from "express";
import { type Viewer, visibleRowsKey } from "../../shared/permissions.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { ResourceVersions } from "../commits/resource-versions.ts";

/** Request header with the cursor of the last commit that the client has received. */
export const cursorHeader = "Cursor";

interface EtagOptions {
  /** The names of the list's resource and of the resources that it joins. */
  resources: readonly string[];
  viewer: Viewer;
  /** Version of the portal, because another release may present rows differently. */
  version: string;
  resourceVersions: ResourceVersions;
  /** The media type of the response, which depends on the Accept header. */
  mediaType: string;
}

/** The ETag of a list. It changes with the URL, the media type, the viewer's access and every row of the resources. */
export function createEtag(
  { originalUrl }: Pick<Request, "originalUrl">,
  { resources, viewer, version, resourceVersions, mediaType }: EtagOptions,
): string {
  const { plotIds: _, ownedFrom: __, ...rights } = viewer;
  const serializableViewer = { ...rights, rows: visibleRowsKey(viewer) };
  const content = JSON.stringify([
    version,
    originalUrl,
    mediaType,
    serializableViewer,
    resources,
    resourceVersions.versionsOf(resources),
  ]);
  return `W/"${createHash("sha256").update(content).digest("base64url")}"`;
}

/**
 * Whether the request can be answered with 304. Requires that the change stream is live and that the client has not
 * received later commits than this server, because the client would miss the commits in between.
 */
export function isUnchanged(
  req: Request,
  etag: string,
  changeStream: Pick<ChangeStream, "isLive" | "cursor">,
): boolean {
  const clientEtags = req.get("if-none-match")?.split(",") ?? [];
  const clientCursor = req.get(cursorHeader) ?? "";
  return (
    clientEtags.some((clientEtag) => clientEtag.trim() === etag) &&
    changeStream.isLive &&
    clientCursor <= changeStream.cursor
  );
}
