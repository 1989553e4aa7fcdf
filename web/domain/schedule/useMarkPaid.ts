import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Day } from "../../../shared/dates.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { showToast, undoAction } from "../../ui/toast/Toast.tsx";
import { isSettledByReceipts, paidPatch, type ScheduleRow } from "./scheduleEntry.ts";

interface MarkPaidInput {
  update: (row: ScheduleRow, patch: Partial<ScheduleRow>) => Promise<{ data: ScheduleRow }>;
  today: Day;
}

const receiptsPath = paymentReceipt.guards.list.page;
const errorDurationMs = 10_000;

/** Marks installments as paid and unpaid. `busy`: those on their way; `refused`: the reasons of late, by id. */
export function useMarkPaid({ update, today }: MarkPaidInput) {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const maySeeReceipts = useCan(receiptsPath);
  const navigate = useNavigate();

  const toggle = useEvent(async (row: ScheduleRow) => {
    const id = row.PaymentScheduleID;
    if (busy.has(id)) return;
    const paid = row.IsPaid === 0;
    setBusy((ids) => new Set(ids).add(id));
    setRefused((reasons) => withoutKey(reasons, id));
    try {
      const { data } = await update(row, paidPatch(row, { paid, today }));
      const done = (data.IsPaid === 1) === paid;
      const undo = undoAction(() => void toggle(data));
      showToast({
        kind: "success",
        text: data.IsPaid
          ? t("House {no} marked as Paid", { no: data.HouseNo })
          : t("House {no} marked as Unpaid", { no: data.HouseNo }),
        action: done ? undo : undefined,
      });
    } catch (problem) {
      const reason = errorText(problem);
      refuse(id, reason);
      showToast({ kind: "error", text: reason, action: wayOut(row) });
    } finally {
      setBusy((ids) => new Set([...ids].filter((other) => other !== id)));
    }
  });

  function refuse(id: number, reason: string) {
    setRefused((reasons) => new Map(reasons).set(id, reason));
    setTimeout(() => setRefused((reasons) => withoutKey(reasons, id)), errorDurationMs);
  }

  function wayOut(row: ScheduleRow) {
    if (!maySeeReceipts || !isSettledByReceipts(row)) return undefined;
    const path = `${receiptsPath}&q=${encodeURIComponent(row.HouseNo)}`;
    return { label: t("Show receipts"), onClick: () => void navigate(path) };
  }

  return { pendingIds: busy, errors: refused, toggle };
}

function withoutKey(reasons: ReadonlyMap<number, string>, id: number): ReadonlyMap<number, string> {
  return reasons.has(id) ? new Map([...reasons].filter(([other]) => other !== id)) : reasons;
}

/** An answer without words of its own says no more than that it failed. */
function errorText(problem: unknown): string {
  return problem instanceof ApiError && problem.message !== "API request failed"
    ? describeError(problem)
    : t("Failed to update payment status");
}
