import type { Viewer } from "../../shared/permissions.ts";
import type { Session } from "../../shared/wire.ts";
import type { RowChange } from "../database/store.ts";

/** A signed-in user or display. */
export interface Identity {
  viewer: Viewer;
  name: string;
  session: Session;
}

/** The content of an access token. */
export interface TokenClaims {
  sessionId: number;
  expires: Date;
}

/** Resolves tokens to identities, from memory. Tokens contain no rights. */
export interface Access {
  /** The names of the resources that sessions and rights depend on. */
  sourceResources: readonly string[];
  /** The claims of a token. Undefined when it is forged, expired or from another portal. */
  readToken(token: string): TokenClaims | undefined;
  /** When the session expires, if it is not renewed. Undefined when it has ended. */
  sessionExpiry(sessionId: number): Date | undefined;
  /** The current identity of the session. Undefined when it has ended or its user is disabled. */
  identify(sessionId: number): Identity | undefined;
  /** Whether the change lets this viewer see rows or pages that were hidden before. */
  widensAccess(change: RowChange, viewer: Viewer): boolean;
}
