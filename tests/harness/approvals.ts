import { requestedApprovalSchema } from "../../server/http/approvable-calls.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { approval } from "../../shared/resources/approval.ts";
import { novemberTerms } from "./adjustments.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord, type Reply } from "./reply.ts";

type SocietyLimits = Readonly<Record<string, number | boolean>>;

/** Replaces the limits of the society; those that are left out are removed. The society gets the name S. */
export async function setLimits(admin: Person, Limits: SocietyLimits): Promise<void> {
  assertOk(await admin.put("/society", { Name: "S", Limits }));
}

/** The ApprovalID of a call that was answered 202; throws for any other response. */
export function expectApprovalRequested(reply: Reply): number {
  if (reply.status !== 202) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return requestedApprovalSchema.parse(reply.body.data).ApprovalID;
}

export function approve(person: Person, id: number, Note?: string): Promise<Reply> {
  return person.post(`/approval/${id}/approve`, { Note });
}

export function decline(person: Person, id: number, Note = "Not like this"): Promise<Reply> {
  return person.post(`/approval/${id}/decline`, { Note });
}

export async function readApproval(person: Person, id: number): Promise<RecordOf<typeof approval>> {
  return parseRecord(approval, await person.get(`/approval/${id}`));
}

/** Charges both houses Rs 2,500 for November, with a penalty of Rs 200, and sets limits of the society. */
export async function createScheduleAndLimits(harness: Harness, limits: SocietyLimits) {
  const { admin, createSchedule, society } = harness;
  await createSchedule({ ...novemberTerms, plots: [society.aliPlot.PlotID, society.sanaPlot.PlotID] });
  await setLimits(admin, limits);
}
