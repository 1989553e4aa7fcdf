import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { addMonths, monthKey, monthOf } from "../../../shared/dates.ts";
import { lastCompletedMonth } from "../../../shared/domain/month-lock.ts";
import { lockMonth, type MonthLockChecklist, monthLockChecklist } from "../../../shared/endpoints/month-lock.ts";
import { approval } from "../../../shared/resources/approval.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useLiveQuery } from "../../live/useLiveQuery.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SelectField } from "../../ui/form/FormFields.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";

const formSchema = z.object({ month: z.string() });
const checklistResources = [paymentReceipt.name, approval.name];
/** Earlier months are locked together with a later one. */
const offeredMonths = 12;

/** Locks all months up to the chosen one, after a look at what is unfinished. */
export function LockDialog({ onClose }: { onClose: () => void }) {
  const { LockedThrough } = useMonthLock().lock;
  const last = lastCompletedMonth(useSocietyToday());
  const months = Array.from({ length: offeredMonths }, (_, index) => monthKey(addMonths(monthOf(last), -index))).filter(
    (month) => LockedThrough === null || month > LockedThrough,
  );
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { month: months[0] ?? "" } });
  const formProps = useSubmit({
    form,
    fallbackMessage: t("Nothing was changed"),
    send: async ({ month }) => {
      const { year, month: Month } = monthOf(month);
      const response = await callEndpoint(lockMonth, { body: { Month, Year: year } });
      onClose();
      return response;
    },
  });
  const month = useWatch({ control: form.control, name: "month" });

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Lock Month")}
      description={
        months.length === 0
          ? t("All months that are over are locked.")
          : t(
              "Nothing dated in this month or an earlier one can be created, changed or voided afterwards. Later money still pays what is due in them. The report is kept as it is now.",
            )
      }
    >
      <Form
        {...formProps}
        submitLabel={t("Lock Month")}
        onCancel={onClose}
        columns={1}
        submitDisabled={months.length === 0}
      >
        {month && (
          <>
            <SelectField
              name="month"
              label={t("Lock up to and including")}
              options={months.map((value) => ({ value, label: monthYearText(monthOf(value)) }))}
            />
            <Checklist month={month} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** What is unfinished at the end of the month; kept up to date. */
function Checklist({ month }: { month: string }) {
  const { year, month: number } = monthOf(month);
  const path = `${monthLockChecklist.path}?month=${number}&year=${year}`;
  const { data } = useLiveQuery<{ data: MonthLockChecklist }>(path, checklistResources);
  return (
    <AmountList
      rows={[
        { key: "mails", label: t("Receipts still to be mailed"), amount: data?.data.pendingMails ?? "…" },
        { key: "approvals", label: t("Requests waiting for approval"), amount: data?.data.openApprovals ?? "…" },
      ]}
    />
  );
}
