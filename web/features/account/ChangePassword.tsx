import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { changePassword, changePasswordBody } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { passwordConfirmation, passwordMismatch } from "../../domain/passwordConfirmation.ts";
import { t } from "../../i18n/t.ts";
import { applyServerErrors } from "../../resource/form/serverErrors.ts";
import { Form } from "../../ui/form/Form.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

const schema = changePasswordBody
  .extend(passwordConfirmation)
  .refine(({ newPassword, confirm }) => newPassword === confirm, passwordMismatch);
const blank = { currentPassword: "", newPassword: "", confirm: "" };

/** Changes one's own password; one's other windows and devices are signed out. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: blank });

  async function handleSubmit({ currentPassword, newPassword }: z.output<typeof schema>) {
    setRefused(undefined);
    try {
      const { message } = await callEndpoint(changePassword, { body: { currentPassword, newPassword } });
      showToast({ kind: "success", text: message ?? "" });
      form.reset(blank);
      onChanged();
    } catch (problem) {
      const fields = ["currentPassword", "newPassword"] as const;
      setRefused(applyServerErrors(problem, { form, fields, fallbackMessage: t("The password was not changed") }));
    }
  }

  return (
    <Form form={form} onSubmit={handleSubmit} submitLabel={t("Change password")} serverError={refused} columns={1}>
      <PasswordField name="currentPassword" label={t("Current Password")} />
      <PasswordField
        name="newPassword"
        label={t("New Password")}
        autoComplete="new-password"
        hint={t("Other devices are signed out")}
      />
      <PasswordField name="confirm" label={t("Confirm Password")} autoComplete="new-password" />
    </Form>
  );
}
