import { type ReactNode, useCallback, useMemo, useState } from "react";
import { toRupees } from "../../../shared/money.ts";
import { adjustment } from "../../../shared/resources/adjustment.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { createLockAction } from "../../resource/lockAction.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { HouseBadge } from "../HouseLink.tsx";
import { formatDueMonth } from "../schedule/scheduleColumns.tsx";
import type { ScheduleEntry } from "../schedule/scheduleEntry.ts";
import { AddAdjustmentDialog } from "./AdjustmentDialogs.tsx";
import { adjustmentDefaultValues } from "./AdjustmentFields.tsx";
import { toInstallmentItem } from "./useHouseItems.ts";

/**
 * The button of an open installment that waives what is open, and the form that it opens. Without the right to add
 * adjustments there are no buttons.
 */
export function useWaive() {
  const today = useSocietyToday();
  const { can, create, update, remove } = useResource(adjustment, null);
  const [entry, setEntry] = useState<ScheduleEntry>();
  const defaultValues = useMemo(
    () => ({ ...adjustmentDefaultValues, ...toWaiver(entry), Date: today }),
    [entry, today],
  );
  const editor = useResourceEditor({ resource: adjustment, mutations: { create, update, remove }, defaultValues });
  const { add } = editor;
  const { describeLock } = useMonthLock();

  const getWaiveActions = useCallback(
    (row: ScheduleEntry): readonly RowAction[] => {
      if (row.outstanding === 0) return [];
      const lockedText = describeLock(paymentSchedule, row.row);
      if (lockedText !== undefined) return [createLockAction(lockedText)];
      const label = t("Waive {month} of {house}", { month: formatDueMonth(row), house: row.row.HouseNo });
      const onPress = () => {
        setEntry(row);
        add();
      };
      return [{ key: "waive", label, icon: "scale", onPress }];
    },
    [add, describeLock],
  );

  const dialog: ReactNode = entry && (
    <AddAdjustmentDialog
      editor={editor}
      defaultValues={defaultValues}
      houseBadge={<HouseBadge houseNo={entry.row.HouseNo} category={entry.row.CategoryName} />}
    />
  );
  return { getWaiveActions: can.create ? getWaiveActions : undefined, dialog };
}

/** The form's values for a waiver of what is open of the installment: of its penalty when only that is open. */
function toWaiver(entry: ScheduleEntry | undefined) {
  if (!entry) return {};
  const { PlotID, PaymentScheduleID } = entry.row;
  const { amount, penalty } = toInstallmentItem(entry.row);
  const rupees = toRupees(amount === 0 ? penalty : amount);
  return { Kind: "waiver", PlotID, PaymentScheduleID, Of: amount === 0 ? "penalty" : "amount", Amount: rupees };
}
