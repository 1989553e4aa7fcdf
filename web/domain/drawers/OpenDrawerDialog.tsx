import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { drawer } from "../../../shared/resources/drawer.ts";
import { request } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { NumberField } from "../../ui/form/FormFields.tsx";

// In rupees; the server converts them to paisa.
const formSchema = z.object({ Float: z.number("Float must be 0 or more").min(0, "Float must be 0 or more") });

/** Opens the user's own drawer with the cash that is in it. */
export function OpenDrawerDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { Float: 0 } });
  return (
    <FormDialog
      form={form}
      send={(body, idempotencyKey) =>
        request<SuccessMessage>({ method: "post", path: `/${drawer.name}`, body, idempotencyKey })
      }
      onClose={onClose}
      width="s"
      initialField="Float"
      title={t("Open Drawer")}
      submitLabel={t("Open Drawer")}
      description={t(
        "Your cash receipts and expenses change the expected cash of this drawer until you count and close it.",
      )}
    >
      <NumberField name="Float" label={t("Float")} hint={t("The cash in the drawer at the start, in rupees")} />
    </FormDialog>
  );
}
