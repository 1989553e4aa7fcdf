import type { Viewer } from "../../shared/permissions.ts";
import type { Session } from "../../shared/wire.ts";
import type { RowChange } from "../database/store.ts";

/** Somebody who is signed in: what the kernel needs to know of them, and what they are told of themselves. */
export interface Identity {
  viewer: Viewer;
  name: string;
  session: Session;
}

/** What a token says. */
export interface TokenClaims {
  sessionId: number;
  expires: Date;
}

/** Who holds a token, read from memory on every request; rights are never in the token. */
export interface Access {
  /** The names of the resources from which rights and sessions are made. */
  sourceResources: readonly string[];
  /** The session that a token names, or undefined for a token that is forged, expired or of another portal. */
  readToken(token: string): TokenClaims | undefined;
  /** When the session ends, unless it is renewed once more; undefined when it is over. */
  sessionExpiry(sessionId: number): Date | undefined;
  /** Who that session belongs to as of now; undefined when it ended or its user was disabled. */
  identify(sessionId: number): Identity | undefined;
  /** Does the change let this viewer see what was closed before, as other plots or another page? */
  widensAccess(change: RowChange, viewer: Viewer): boolean;
}
