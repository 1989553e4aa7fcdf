import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { addMonths, monthKey, monthOf } from "../../../shared/dates.ts";
import { lastCompletedMonth } from "../../../shared/domain/month-lock.ts";
import {
  lockMonthsThrough,
  type MonthLockChecklist,
  monthLockChecklist,
} from "../../../shared/endpoints/month-lock.ts";
import { approval } from "../../../shared/resources/approval.ts";
import { cheque } from "../../../shared/resources/cheque.ts";
import { drawer } from "../../../shared/resources/drawer.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { SelectField } from "../../ui/form/FormFields.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";

const formSchema = z.object({ month: z.string() });
const checklistResources = [drawer.name, cheque.name, paymentReceipt.name, approval.name];
/** The last completed months that can be chosen; locking one of them locks all earlier months too. */
const offeredMonthCount = 12;

/** Locks all months up to the chosen one; shows first what is unfinished. */
export function LockDialog({ onClose }: { onClose: () => void }) {
  const { LockedThrough } = useMonthLock().lock;
  const lastMonth = lastCompletedMonth(useSocietyToday());
  const months = Array.from({ length: offeredMonthCount }, (_, index) =>
    monthKey(addMonths(monthOf(lastMonth), -index)),
  ).filter((month) => LockedThrough === null || month > LockedThrough);
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { month: months[0] ?? "" } });
  const chosenMonth = useWatch({ control: form.control, name: "month" });
  const month = months.find((value) => value === chosenMonth);
  // If somebody else locks the chosen month, none is chosen instead, so that nobody locks a later month by mistake.
  useEffect(() => {
    if (month === undefined) form.setValue("month", "");
  }, [form, month]);

  return (
    <FormDialog
      form={form}
      title={t("Lock Month")}
      description={
        months.length === 0
          ? t("All months that are over are locked.")
          : t(
              "Nothing dated in this month or an earlier one can be created, changed or voided afterwards. Later payments still settle what is due in these months. The report is kept as it is now.",
            )
      }
      submitLabel={t("Lock Month")}
      submitDisabled={month === undefined}
      send={(values, idempotencyKey) => {
        const { year, month: Month } = monthOf(values.month);
        return callEndpoint(lockMonthsThrough, { body: { Month, Year: year }, idempotencyKey });
      }}
      onClose={onClose}
    >
      {months.length > 0 && (
        <SelectField
          name="month"
          label={t("Lock up to and including")}
          placeholder={t("Select")}
          options={months.map((value) => ({ value, label: monthYearText(monthOf(value)) }))}
        />
      )}
      {months.length > 0 && <Checklist month={month} />}
    </FormDialog>
  );
}

/**
 * What is unfinished at the end of the month, live. Without a month it shows "…", so that the dialog keeps its height.
 */
function Checklist({ month }: { month: string | undefined }) {
  const { data } = useLiveRequest<{ data: MonthLockChecklist }>(
    month === undefined ? null : buildChecklistPath(month),
    checklistResources,
  );
  return (
    <AmountList
      rows={[
        { key: "drawers", label: t("Open drawers"), amount: data?.data.openDrawers ?? "…" },
        { key: "cheques", label: t("Cheques in hand"), amount: data?.data.chequesInHand ?? "…" },
        { key: "mails", label: t("Receipts still to be emailed"), amount: data?.data.pendingMails ?? "…" },
        { key: "approvals", label: t("Requests waiting for approval"), amount: data?.data.openApprovals ?? "…" },
      ]}
    />
  );
}

function buildChecklistPath(monthText: string): string {
  const { year, month } = monthOf(monthText);
  return `${monthLockChecklist.path}?month=${month}&year=${year}`;
}
