import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { day } from "../../../shared/fields.ts";
import { dayClose } from "../../../shared/resources/day-close.ts";
import { request } from "../../api/request.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { DateField } from "../../ui/form/FormFields.tsx";

const formSchema = z.object({ Date: day("Date is required") });

/** Closes a day, today by default. */
export function CloseDayDialog({ onClose }: { onClose: () => void }) {
  const today = useSocietyToday();
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { Date: today } });
  return (
    <FormDialog
      form={form}
      send={(body, idempotencyKey) =>
        request<SuccessMessage>({ method: "post", path: `/${dayClose.name}`, body, idempotencyKey })
      }
      onClose={onClose}
      width="s"
      title={t("Close Day")}
      submitLabel={t("Close Day")}
      description={t(
        "Makes the sheet of the day: what was recorded since the previous sheet. What is recorded later goes on the next sheet.",
      )}
    >
      <DateField name="Date" label={t("Day")} max={today} />
    </FormDialog>
  );
}
