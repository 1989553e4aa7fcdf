import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { changePassword, passwordChange } from "../../../shared/endpoints/auth.ts";
import { confirmation, mismatch } from "../../confirmation.ts";
import { showRefusal } from "../../formRefusal.ts";
import { say } from "../../lib/language.ts";
import { call } from "../../lib/request.ts";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/FormPasswordField.tsx";
import { showToast } from "../../ui/Toast.tsx";

const schema = passwordChange
  .extend(confirmation)
  .refine(({ newPassword, confirm }) => newPassword === confirm, mismatch);
const blank = { currentPassword: "", newPassword: "", confirm: "" };

/** Changes one's own password; one's other windows and devices are signed out. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: blank });

  async function handleSubmit({ currentPassword, newPassword }: z.output<typeof schema>) {
    setRefused(undefined);
    try {
      const { message } = await call(changePassword, { body: { currentPassword, newPassword } });
      showToast({ kind: "success", text: message ?? "" });
      form.reset(blank);
      onChanged();
    } catch (problem) {
      const fields = ["currentPassword", "newPassword"] as const;
      setRefused(showRefusal(problem, { form, fields, fallback: say("The password was not changed") }));
    }
  }

  return (
    <Form form={form} onSubmit={handleSubmit} submitLabel={say("Change password")} serverError={refused} columns={1}>
      <PasswordField name="currentPassword" label={say("Current Password")} />
      <PasswordField
        name="newPassword"
        label={say("New Password")}
        autoComplete="new-password"
        hint={say("Other devices are signed out")}
      />
      <PasswordField name="confirm" label={say("Confirm Password")} autoComplete="new-password" />
    </Form>
  );
}
