import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { monthOf } from "../../../shared/dates.ts";
import { reasonBody } from "../../../shared/endpoints/adjustment.ts";
import { unlockMonth } from "../../../shared/endpoints/month-lock.ts";
import { callEndpoint } from "../../api/request.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextAreaField } from "../../ui/form/FormFields.tsx";

/** Unlocks a month, YYYY-MM, and the locked ones after it, with a reason. */
export function UnlockDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { LockedThrough } = useMonthLock().lock;
  const { year, month: Month } = monthOf(month);
  const form = useForm({ resolver: zodResolver(reasonBody), defaultValues: { Reason: "" } });
  const formProps = useSubmit({
    form,
    fallbackMessage: t("Nothing was changed"),
    send: async ({ Reason }) => {
      const response = await callEndpoint(unlockMonth, { body: { Month, Year: year, Reason } });
      onClose();
      return response;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Unlock {month}?", { month: monthYearText(monthOf(month)) })}
      description={
        LockedThrough !== null && LockedThrough > month
          ? t("The months after it, up to {month}, are unlocked too. Their kept reports are no longer valid.", {
              month: monthYearText(monthOf(LockedThrough)),
            })
          : t("Its books can be changed again, and its kept report is no longer valid.")
      }
    >
      <Form {...formProps} submitLabel={t("Unlock")} onCancel={onClose} columns={1}>
        <TextAreaField name="Reason" label={t("Reason")} />
      </Form>
    </Dialog>
  );
}
