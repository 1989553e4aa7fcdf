import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Day } from "../../shared/dates.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { say } from "../lib/language.ts";
import { Problem } from "../lib/request.ts";
import { useMay } from "../lib/session.ts";
import { reasonOf } from "../lib/useResource.ts";
import { showToast, undoBy } from "../ui/Toast.tsx";
import { useHandler } from "../ui/useHandler.ts";
import { isSettledByReceipts, type ScheduleRow, tickedPatch } from "./ScheduleLine.ts";

interface TickingInput {
  update: (row: ScheduleRow, patch: Partial<ScheduleRow>) => Promise<{ data: ScheduleRow }>;
  today: Day;
}

const receipts = paymentReceipt.guards.list.page;
const shownForMs = 10_000;

/** Marks installments as paid and unpaid. `busy`: those on their way; `refused`: the reasons of late, by id. */
export function useTicking({ update, today }: TickingInput) {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const maySeeReceipts = useMay(receipts);
  const navigate = useNavigate();

  const toggle = useHandler(async (row: ScheduleRow) => {
    const id = row.PaymentScheduleID;
    if (busy.has(id)) return;
    const paid = row.IsPaid === 0;
    setBusy((ids) => new Set(ids).add(id));
    setRefused((reasons) => without(reasons, id));
    try {
      const { data } = await update(row, tickedPatch(row, { paid, today }));
      const done = (data.IsPaid === 1) === paid;
      const undo = undoBy(() => void toggle(data));
      showToast({
        kind: "success",
        text: data.IsPaid
          ? say("House {no} marked as Paid", { no: data.HouseNo })
          : say("House {no} marked as Unpaid", { no: data.HouseNo }),
        action: done ? undo : undefined,
      });
    } catch (problem) {
      const reason = reasonIn(problem);
      refuse(id, reason);
      showToast({ kind: "error", text: reason, action: wayOut(row) });
    } finally {
      setBusy((ids) => new Set([...ids].filter((other) => other !== id)));
    }
  });

  function refuse(id: number, reason: string) {
    setRefused((reasons) => new Map(reasons).set(id, reason));
    setTimeout(() => setRefused((reasons) => without(reasons, id)), shownForMs);
  }

  function wayOut(row: ScheduleRow) {
    if (!maySeeReceipts || !isSettledByReceipts(row)) return undefined;
    const path = `${receipts}&q=${encodeURIComponent(row.HouseNo)}`;
    return { label: say("Show receipts"), onAct: () => void navigate(path) };
  }

  return { busy, refused, toggle };
}

function without(reasons: ReadonlyMap<number, string>, id: number): ReadonlyMap<number, string> {
  return reasons.has(id) ? new Map([...reasons].filter(([other]) => other !== id)) : reasons;
}

/** An answer without words of its own says no more than that it failed. */
function reasonIn(problem: unknown): string {
  return problem instanceof Problem && problem.message !== "API request failed"
    ? reasonOf(problem)
    : say("Failed to update payment status");
}
