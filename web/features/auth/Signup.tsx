import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { z } from "zod";
import { newAccount, signup } from "../../../shared/endpoints/auth.ts";
import { confirmation, mismatch } from "../../confirmation.ts";
import { showRefusal } from "../../formRefusal.ts";
import { say } from "../../lib/language.ts";
import { call } from "../../lib/request.ts";
import { Form } from "../../ui/Form.tsx";
import { PasswordField } from "../../ui/FormPasswordField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { AuthPage, Way, Words } from "./AuthPage.tsx";

/** Who signs up here signs in with the e-mail address; a username of another kind is the office's to give. */
const schema = newAccount
  .omit({ username: true })
  .extend(confirmation)
  .refine(({ password, confirm }) => password === confirm, mismatch);

/** Makes an account and leads to the sign-in page. */
export function Signup() {
  const navigate = useNavigate();
  const [refused, setRefused] = useState<string>();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { fullName: "", email: "", password: "", confirm: "" },
  });

  async function handleSubmit({ fullName, email, password }: z.output<typeof schema>) {
    setRefused(undefined);
    try {
      const { message } = await call(signup, { body: { fullName, email, password, username: email } });
      showToast({ kind: "success", text: message ?? "" });
      navigate("/login");
    } catch (problem) {
      setRefused(
        showRefusal(problem, { form, fields: ["fullName", "email", "password"], fallback: say("Signup failed") }),
      );
    }
  }

  return (
    <AuthPage title={say("Create account")}>
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={say("Create account")}
        serverError={refused}
        columns={1}
        fullWidth
      >
        <TextField name="fullName" label={say("Full Name")} autoComplete="name" />
        <TextField
          name="email"
          label={say("Email")}
          type="email"
          autoComplete="username"
          hint={say("Also the username that you sign in with")}
        />
        <PasswordField name="password" label={say("Password")} autoComplete="new-password" />
        <PasswordField name="confirm" label={say("Confirm Password")} autoComplete="new-password" />
      </Form>
      <Words>{say("Your house shows as soon as the office has linked it to your account.")}</Words>
      <Words>
        {say("Already have an account?")} <Way to="/login">{say("Sign in")}</Way>
      </Words>
    </AuthPage>
  );
}
