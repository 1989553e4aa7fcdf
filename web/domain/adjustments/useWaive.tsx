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
import { toAdjustableInstallment } from "./useAdjustableItems.ts";

/**
 * The row action that waives the open amount of an installment, and the dialog with its form. `getWaiveActions` is
 * undefined for users who may not add adjustments.
 */
export function useWaive() {
  const today = useSocietyToday();
  const { can, create, update, remove } = useResource(adjustment, null);
  const [waivedEntry, setWaivedEntry] = useState<ScheduleEntry>();
  const defaultValues = useMemo(
    () => ({ ...adjustmentDefaultValues, ...toWaiver(waivedEntry), Date: today }),
    [waivedEntry, today],
  );
  const editor = useResourceEditor({ resource: adjustment, mutations: { create, update, remove }, defaultValues });
  const { add } = editor;
  const { describeLock } = useMonthLock();

  const getWaiveActions = useCallback(
    (entry: ScheduleEntry): readonly RowAction[] => {
      if (entry.outstanding === 0) return [];
      const lockedText = describeLock(paymentSchedule, entry.row);
      if (lockedText !== undefined) return [createLockAction(lockedText)];
      const label = t("Waive {month} of {house}", { month: formatDueMonth(entry), house: entry.row.HouseNo });
      const onPress = () => {
        setWaivedEntry(entry);
        add();
      };
      return [{ key: "waive", label, icon: "scale", onPress }];
    },
    [add, describeLock],
  );

  const dialog: ReactNode = waivedEntry && (
    <AddAdjustmentDialog
      editor={editor}
      defaultValues={defaultValues}
      houseBadge={<HouseBadge houseNo={waivedEntry.row.HouseNo} category={waivedEntry.row.CategoryName} />}
    />
  );
  return { getWaiveActions: can.create ? getWaiveActions : undefined, dialog };
}

/** The form's values for a waiver of the open amount of the installment, or of its penalty if only that is open. */
function toWaiver(entry: ScheduleEntry | undefined) {
  if (!entry) return {};
  const { PlotID, PaymentScheduleID } = entry.row;
  const { amount, penalty } = toAdjustableInstallment(entry.row);
  const rupees = toRupees(amount === 0 ? penalty : amount);
  return { Kind: "waiver", PlotID, PaymentScheduleID, Of: amount === 0 ? "penalty" : "amount", Amount: rupees };
}
