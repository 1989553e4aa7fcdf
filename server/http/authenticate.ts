import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { createMessage } from "../../shared/messages.ts";
import { type Viewer, visibleRowsKey } from "../../shared/permissions.ts";
import type { AnyResource, Verb } from "../../shared/registry.ts";
import type { Identity, PermissionCache } from "../access/permission-cache.ts";
import type { ChangeStream } from "../commits/change-stream.ts";
import type { GroupCommit } from "../commits/group-commit.ts";
import type { IdempotencyKey } from "../commits/idempotency.ts";
import { RequestContext } from "../commits/request-context.ts";
import { forbidden, unauthorized } from "../errors.ts";

interface AuthenticatorOptions {
  permissionCache: PermissionCache;
  changeStream: ChangeStream;
  groupCommit: GroupCommit;
}

/** The user or wall display that sends a request with a valid token. */
interface Caller extends Identity {
  /** SessionID, or the negative DisplayID of a display. */
  sessionId: number;
}

/** The viewer of requests without a session. It has no permissions and sees no rows. */
const anonymousViewer: Viewer = {
  UserID: 0,
  permissions: {},
  scope: "own",
  plotIds: new Set(),
  ownedFrom: new Map(),
};

/** Identifies the caller of a request, checks their permission and creates the request context. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /** Identifies the caller by the bearer token. Throws 401 if it is missing or invalid. */
  async authenticate(req: Request): Promise<Caller> {
    const { permissionCache, changeStream } = this.#options;
    // Permissions that this server has just changed apply to this request already.
    await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
    const token = /^Bearer (.+)$/.exec(req.get("authorization") ?? "")?.[1];
    const identified = token === undefined ? undefined : permissionCache.identifyToken(token);
    if (!identified) throw unauthorized();
    const { identity, sessionId } = identified;
    // A write is authenticated again after its body; a second binding would repeat the field in the log line.
    if (req.log?.bindings().user === undefined) req.log?.setBindings({ user: identity.viewer.UserID });
    return { ...identity, sessionId };
  }

  /**
   * Like `authenticate`. Also throws 403 if the caller may not use this verb of the resource, or must confirm their
   * identity for it.
   */
  async authorize(req: Request, resource: AnyResource, verb: Verb): Promise<Caller> {
    const caller = await this.authenticate(req);
    if (!canAccess(caller.viewer, { resource, verb })) throw forbidden();
    if (verb !== "list" && resource.writesRequireReauthentication) this.assertIdentityConfirmed(caller);
    return caller;
  }

  /** Throws 403 if the caller must enter a code of the second factor first. */
  assertIdentityConfirmed({ sessionId }: Caller): void {
    const { permissionCache, groupCommit } = this.#options;
    if (permissionCache.needsTotp(sessionId, groupCommit.now())) throw forbidden(createMessage("totp-required"));
  }

  /**
   * The context in which the caller's request reads and writes. Its transactions throw 401 when the session has ended,
   * and 403 when `isAllowed` is false for the caller's current viewer. Without a caller, the actor is the portal.
   */
  createContext(
    req: Request,
    caller: Caller | undefined,
    { isAllowed, idempotencyKey }: { isAllowed: (viewer: Viewer) => boolean; idempotencyKey?: IdempotencyKey },
  ): RequestContext {
    const viewer = caller?.viewer ?? anonymousViewer;
    const by = { UserID: viewer.UserID, name: caller?.name ?? "Portal" };
    return new RequestContext(this.#options.groupCommit, {
      viewer,
      by,
      requestId: String(req.id ?? randomUUID()),
      assertAuthorized: caller && (() => this.#assertAuthorized(caller, isAllowed)),
      idempotencyKey,
    });
  }

  /**
   * Like `authenticate` and the check of the route. Also throws 403 if the caller sees other rows by now, because the
   * request runs with the viewer of its start.
   */
  async #assertAuthorized({ sessionId, viewer }: Caller, isAllowed: (viewer: Viewer) => boolean): Promise<void> {
    const { permissionCache, changeStream } = this.#options;
    await changeStream.waitForOwnCommits(permissionCache.sourceResourceNames);
    const identity = permissionCache.identify(sessionId);
    if (!identity) throw unauthorized();
    if (!isAllowed(identity.viewer) || visibleRowsKey(identity.viewer) !== visibleRowsKey(viewer)) throw forbidden();
  }
}
