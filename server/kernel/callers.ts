import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { canDo } from "../../shared/can-do.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Verb } from "../../shared/registry.ts";
import type { Access, Identity } from "./access.ts";
import { type Books, Context } from "./context.ts";
import type { Feed } from "./feed.ts";
import type { Once } from "./idempotency.ts";
import { forbidden, unauthorized } from "./refusal.ts";

interface CallerParts {
  access: Access;
  feed: Feed;
  books: Books;
}

/** Somebody with a session. */
interface Caller extends Identity {
  sessionId: number;
}

/** Who asks without a session. */
export const nobody: Viewer = { UserID: 0, permissions: {}, scope: "own", plots: new Set() };

/** Who asks, and what they may write with. */
export class Callers {
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /** By the token; rights that this server has just written already count. Refuses (401) one that does not count. */
  async identify(req: Request): Promise<Caller> {
    const { access, feed } = this.#parts;
    await feed.seen(access.resources);
    const token = /^Bearer (.+)$/.exec(req.get("authorization") ?? "")?.[1];
    const read = token === undefined ? undefined : access.readToken(token);
    const identity = read && access.identify(read.sessionId);
    if (!identity) throw unauthorized();
    req.log?.setBindings({ user: identity.viewer.UserID });
    const { viewer, name, session } = identity;
    return { viewer, name, session, sessionId: read.sessionId };
  }

  /** The same of somebody who may do this with the resource; others are refused (403). */
  async allowed(req: Request, resource: AnyResource, verb: Verb): Promise<Caller> {
    const caller = await this.identify(req);
    if (!canDo(caller.viewer, { resource, verb })) throw forbidden();
    return caller;
  }

  context(req: Request, caller: Identity | undefined, once?: Once): Context {
    const viewer = caller?.viewer ?? nobody;
    const by = { UserID: viewer.UserID, name: caller?.name ?? "Portal" };
    return new Context(this.#parts.books, { viewer, by, requestId: String(req.id ?? randomUUID()), once });
  }
}
