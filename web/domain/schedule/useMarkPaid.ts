import { useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Day, monthOf } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { isolate, t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import type { useResource } from "../../live/useResource.ts";
import type { RowState } from "../../ui/table/tableTypes.ts";
import { createUndoAction, showToast } from "../../ui/toast/Toast.tsx";
import { useAccountNames, useTickAccount } from "../accounts.tsx";
import { formatWithPenalty } from "../amounts.ts";
import {
  buildPaidPatch,
  isSettledByReceipts,
  type ScheduleEntry,
  type ScheduleRow,
  toScheduleEntry,
} from "./scheduleEntry.ts";

type ScheduleList = ReturnType<typeof useResource<ScheduleRow, ScheduleRow, unknown, unknown>>;

interface MarkPaidInput {
  update: (row: ScheduleRow, patch: Partial<ScheduleRow>) => Promise<{ data: ScheduleRow }>;
  today: Day;
}

const receiptsPath = paymentReceipt.guards.list.page;
const errorDurationMs = 10_000;

/** Marks installments as paid or unpaid. Returns the ids with a pending request, and errors by id, shown for 10 s. */
export function useMarkPaid({ update, today }: MarkPaidInput) {
  /**
   * A ref, because an undo from the command palette runs after the palette is unmounted, when state stays as it was.
   */
  const requestedIds = useRef(new Set<number>());
  const [pendingIds, setPendingIds] = useState<ReadonlySet<number>>(new Set());
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map());
  /** The timers that remove the errors. */
  const errorTimers = useRef(new Map<number, number>());
  const canSeeReceipts = useCan(receiptsPath);
  const navigate = useNavigate();
  const { describeLock } = useMonthLock();
  const account = useTickAccount();
  const accountNames = useAccountNames();

  const toggle = useEvent((row: ScheduleRow) => save(row, { isUndo: false }));
  const undo = useEvent((row: ScheduleRow) => save(row, { isUndo: true }));

  /**
   * Marks the installment as the opposite of what it is. An undo restores the account that the row had, and its toast
   * has no Undo, because Ctrl+Z pressed twice would mark the installment again.
   */
  async function save(row: ScheduleRow, { isUndo }: { isUndo: boolean }) {
    const id = row.PaymentScheduleID;
    if (requestedIds.current.has(id)) return;
    const lockedText = describeLock(paymentSchedule, row);
    if (lockedText !== undefined) return showToast({ kind: "error", text: lockedText });
    const shouldBePaid = row.IsPaid === 0;
    requestedIds.current.add(id);
    setPendingIds(new Set(requestedIds.current));
    removeError(id);
    try {
      const { data } = await update(
        row,
        buildPaidPatch(row, { shouldBePaid, today, account: isUndo ? row.AccountID : account }),
      );
      const hasChanged = (data.IsPaid === 1) === shouldBePaid;
      showToast({
        kind: "success",
        text: data.IsPaid
          ? t("House {no} marked as Paid", { no: data.HouseNo })
          : t("House {no} marked as Unpaid", { no: data.HouseNo }),
        detail: describeDetail(data),
        action:
          hasChanged && !isUndo ? createUndoAction(() => void undo({ ...data, AccountID: row.AccountID })) : undefined,
      });
    } catch (error) {
      const text = describeSaveError(error);
      setErrors((previous) => new Map(previous).set(id, text));
      errorTimers.current.set(
        id,
        window.setTimeout(() => removeError(id), errorDurationMs),
      );
      showToast({ kind: "error", text, action: showReceiptsAction(row) });
    } finally {
      requestedIds.current.delete(id);
      setPendingIds(new Set(requestedIds.current));
    }
  }

  /** The month, the amount, and the account unless it is the cash account. */
  function describeDetail(row: ScheduleRow): string {
    const accountName = row.AccountID === null ? undefined : accountNames.get(row.AccountID);
    return [monthYearText(monthOf(row.DueDate)), describeAmount(row, today), accountName && isolate(accountName)]
      .filter(Boolean)
      .join(" · ");
  }

  function removeError(id: number) {
    window.clearTimeout(errorTimers.current.get(id));
    setErrors((previous) => new Map([...previous].filter(([errorId]) => errorId !== id)));
  }

  /**
   * A link to the house's receipts, because an installment that receipts have paid becomes unpaid only when one is
   * voided.
   */
  function showReceiptsAction(row: ScheduleRow) {
    if (!canSeeReceipts || !isSettledByReceipts(row)) return undefined;
    const path = `${receiptsPath}&q=${encodeURIComponent(row.HouseNo)}`;
    return { label: t("Show receipts"), onClick: () => void navigate(path) };
  }

  return { pendingIds, errors, toggle };
}

/** The props of a table of installments that the user can mark as paid, and the value of its MarkPaidContext. */
export function useMarkPaidTable({ can, status, update, getHighlight, getRow }: ScheduleList, today: Day) {
  const { pendingIds, errors, toggle } = useMarkPaid({ update, today });
  const onToggle = useEvent(({ row }: ScheduleEntry) => void toggle(getRow(row.PaymentScheduleID) ?? row));
  const contextValue = useMemo(
    () => ({ canUpdate: can.update, pendingIds, getRow, onToggle }),
    [can.update, pendingIds, getRow, onToggle],
  );

  function rowState({ row }: ScheduleEntry): RowState {
    const error = errors.get(row.PaymentScheduleID);
    return error === undefined ? { highlight: getHighlight(row.PaymentScheduleID) } : { error };
  }

  const onSpace = can.update ? onToggle : undefined;
  return { contextValue, tableProps: { rowKey: keyOf, rowState, onSpace, loading: status === "loading" } };
}

/** The amount of the installment with its penalty. */
function describeAmount(row: ScheduleRow, today: Day): string {
  const { billed, penalty } = toScheduleEntry(row, today);
  return formatWithPenalty({ rupees: toRupees(billed), penalty: toRupees(penalty) });
}

function keyOf({ row }: ScheduleEntry): string {
  return String(row.PaymentScheduleID);
}

function describeSaveError(error: unknown): string {
  return error instanceof ApiError && error.hasServerMessage
    ? describeError(error)
    : t("Failed to update payment status");
}
