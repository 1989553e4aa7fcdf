import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { z } from "zod";
import { confirmReset, newPasswordByLink } from "../../../shared/endpoints/auth.ts";
import { messages } from "../../../shared/messages.ts";
import { confirmation, mismatch } from "../../confirmation.ts";
import { showRefusal } from "../../formRefusal.ts";
import { say } from "../../lib/language.ts";
import { call, Problem } from "../../lib/request.ts";
import { Note } from "../../Note.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/FormPasswordField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { AuthPage, Way, Words } from "./AuthPage.tsx";

const schema = newPasswordByLink
  .omit({ token: true })
  .extend(confirmation)
  .refine(({ password, confirm }) => password === confirm, mismatch);

/** Where a mailed link leads: a new password, once. */
export function ResetPassword() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [dead, setDead] = useState(token === "");
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: "", confirm: "" } });

  async function handleSubmit({ password }: z.output<typeof schema>) {
    setRefused(undefined);
    try {
      const { message } = await call(confirmReset, { body: { token, password } });
      showToast({ kind: "success", text: message ?? "" });
      navigate("/login", { replace: true });
    } catch (problem) {
      if (problem instanceof Problem && problem.errors.token !== undefined) return setDead(true);
      setRefused(showRefusal(problem, { form, fields: ["password"], fallback: say("Password reset failed") }));
    }
  }

  return (
    <AuthPage title={say("Choose a new password")}>
      {dead ? (
        <Note
          title={messages.linkDead}
          tone="warn"
          urgent
          actions={<Way to="/forgot-password">{say("Ask for a new link")}</Way>}
        >
          {say("A link works once, within 10 minutes.")}
        </Note>
      ) : (
        <Form
          form={form}
          onSubmit={handleSubmit}
          submitLabel={say("Save password")}
          serverError={refused}
          columns={1}
          fullWidth
        >
          <PasswordField name="password" label={say("New Password")} autoComplete="new-password" />
          <PasswordField name="confirm" label={say("Confirm Password")} autoComplete="new-password" />
        </Form>
      )}
      <Words>
        <Way to="/login">{say("Back to login")}</Way>
      </Words>
    </AuthPage>
  );
}
