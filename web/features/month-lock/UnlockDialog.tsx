import { monthOf } from "../../../shared/dates.ts";
import { unlockMonthsFrom } from "../../../shared/endpoints/month-lock.ts";
import { callEndpoint } from "../../api/request.ts";
import { ApprovalNote } from "../../domain/approvalNotes.tsx";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useSocietySettings } from "../../live/society.ts";
import { ReasonDialog } from "../../resource/form/FormDialog.tsx";

/** Unlocks a month, YYYY-MM, and the locked ones after it, with a reason. */
export function UnlockDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { LockedThrough } = useMonthLock().lock;
  const settings = useSocietySettings();
  const { year, month: Month } = monthOf(month);
  return (
    <ReasonDialog
      title={t("Unlock {month}?", { month: monthYearText(monthOf(month)) })}
      description={
        LockedThrough !== null && LockedThrough > month
          ? t("The months after it, up to {month}, are unlocked too. Their locked reports are no longer valid.", {
              month: monthYearText(monthOf(LockedThrough)),
            })
          : t("It can be changed again, and its locked report is no longer valid.")
      }
      notice={settings?.Unlock && <ApprovalNote />}
      submitLabel={t("Unlock")}
      send={({ Reason }, idempotencyKey) =>
        callEndpoint(unlockMonthsFrom, { body: { Month, Year: year, Reason }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}
