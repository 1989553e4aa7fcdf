import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { canAccess } from "../../shared/domain/resource-access.ts";
import type { Viewer } from "../../shared/permissions.ts";
import type { AnyResource, Verb } from "../../shared/registry.ts";
import type { Access, Identity } from "../access/identity.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { IdempotencyKey } from "../commits/idempotency.ts";
import { type Database, RequestContext } from "../commits/request-context.ts";
import { forbidden, unauthorized } from "../errors.ts";

interface AuthenticatorOptions {
  access: Access;
  changeStream: ChangeStream;
  database: Database;
}

/** Somebody with a session. */
interface Caller extends Identity {
  sessionId: number;
}

/** Who asks without a session. */
export const anonymousViewer: Viewer = { UserID: 0, permissions: {}, scope: "own", plots: new Set() };

/** Who asks, and what they may write with. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;

  constructor(parts: AuthenticatorOptions) {
    this.#options = parts;
  }

  /** By the token; rights that this server has just written already count. Refuses (401) one that does not count. */
  async authenticate(req: Request): Promise<Caller> {
    const { access, changeStream } = this.#options;
    await changeStream.waitForCommit(access.sourceResources);
    const token = /^Bearer (.+)$/.exec(req.get("authorization") ?? "")?.[1];
    const read = token === undefined ? undefined : access.readToken(token);
    const identity = read && access.identify(read.sessionId);
    if (!identity) throw unauthorized();
    req.log?.setBindings({ user: identity.viewer.UserID });
    const { viewer, name, session } = identity;
    return { viewer, name, session, sessionId: read.sessionId };
  }

  /** The same of somebody who may do this with the resource; others are refused (403). */
  async authorize(req: Request, resource: AnyResource, verb: Verb): Promise<Caller> {
    const caller = await this.authenticate(req);
    if (!canAccess(caller.viewer, { resource, verb })) throw forbidden();
    return caller;
  }

  createContext(req: Request, caller: Identity | undefined, idempotencyKey?: IdempotencyKey): RequestContext {
    const viewer = caller?.viewer ?? anonymousViewer;
    const by = { UserID: viewer.UserID, name: caller?.name ?? "Portal" };
    return new RequestContext(this.#options.database, {
      viewer,
      by,
      requestId: String(req.id ?? randomUUID()),
      idempotencyKey,
    });
  }
}
