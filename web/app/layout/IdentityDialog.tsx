import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { totpCodeBody, verifyTotp } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";

/** Confirms the user's identity with a code of the second factor. */
export function IdentityDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const form = useForm({ resolver: zodResolver(totpCodeBody), defaultValues: { code: "" } });

  const formProps = useSubmit({
    form,
    fallbackMessage: t("The code was not checked"),
    send: async (body) => {
      await callEndpoint(verifyTotp, { body });
      onSettled(true);
      return {};
    },
  });

  return (
    <Dialog
      open
      onOpenChange={() => onSettled(false)}
      title={t("Confirm that it is you")}
      description={t("Enter a code of your authenticator app. It is not asked for again for ten minutes.")}
      width="s"
    >
      <Form {...formProps} submitLabel={t("Confirm")} onCancel={() => onSettled(false)} columns={1}>
        <TextField name="code" label={t("Code")} autoComplete="one-time-code" />
      </Form>
    </Dialog>
  );
}
