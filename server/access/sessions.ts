import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import type { Transaction } from "../commits/transaction.ts";
import { revokeLink } from "./password-links.ts";
import { storePassword } from "./passwords.ts";

interface SessionSelection {
  UserID: number;
  /** The session that goes on. */
  except?: number;
}

/** Ends the user's sessions: their tokens are dead and their sockets closed from the commit on. */
export async function endSessions(tx: Transaction, { UserID, except }: SessionSelection): Promise<void> {
  for (const session of await tx.find(sessions, { UserID }))
    if (session.SessionID !== except) tx.remove(sessions, session);
}

/** Gives the user another password; nothing that the old one opened stays open. */
export async function replacePassword(
  tx: Transaction,
  { UserID, hashed, except }: SessionSelection & { hashed: string },
): Promise<void> {
  storePassword(tx, { UserID, hashed });
  const user = await tx.get(users, UserID);
  if (user.IsFirstSignIn) tx.update(users, user, { IsFirstSignIn: false });
  revokeLink(tx, UserID);
  await endSessions(tx, { UserID, except });
}
