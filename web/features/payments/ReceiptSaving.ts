import { withPayer } from "../../conflict/withPayer.ts";
import { say } from "../../lib/language.ts";
import { Problem } from "../../lib/request.ts";
import { showToast } from "../../ui/Toast.tsx";
import type { Receipt } from "./ReceiptFilter.ts";

interface Saves {
  create: (body: unknown) => Promise<{ message: string; data: Receipt }>;
  update: (record: Receipt, patch: Partial<Receipt>) => Promise<{ message: string; data: Receipt }>;
  remove: (record: Receipt) => Promise<string>;
}

/** The same saves, each telling when it fails; the reason shows where the save was asked for. */
export function toldSaves({ create, update, remove }: Saves): Saves {
  return {
    create: (body) => create(body).then(withPayer, tell(say("Error adding receipt"))),
    update: (record, patch) => update(record, patch).catch(tell(say("Error updating receipt"))),
    remove: (record) => remove(record).catch(tell(say("Error deleting receipt"))),
  };
}

function tell(text: string) {
  return (problem: unknown): never => {
    // A change of a colleague's in between is taken in, or asked about.
    if (!(problem instanceof Problem && problem.changed)) showToast({ kind: "error", text });
    throw problem;
  };
}
