import { mails } from "../../shared/resources/mails.ts";
import type { Store } from "../database/store.ts";
import { type Mail, pendingMails } from "./outbox.ts";

/** How far the sending of this kind that began last is. */
export async function readSendProgress(store: Store, Kind: Mail["Kind"]) {
  const [latest] = await store.find(mails, { Kind }, { sort: { RunAt: -1 }, limit: 1 });
  if (!latest) return { pending: 0, sent: 0, failed: 0, withdrawn: 0 };
  const run = { Kind, RunAt: latest.RunAt };
  const [pending, sent, failed, withdrawn] = await Promise.all([
    store.count(mails, { ...run, ...pendingMails }),
    store.count(mails, { ...run, State: "sent" }),
    store.count(mails, { ...run, State: "failed" }),
    store.count(mails, { ...run, State: "withdrawn" }),
  ]);
  return { pending, sent, failed, withdrawn };
}
