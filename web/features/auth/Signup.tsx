import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { z } from "zod";
import { signup, signupBody } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { passwordConfirmation, passwordMismatch } from "../../domain/passwordConfirmation.ts";
import { t } from "../../i18n/t.ts";
import { applyServerErrors } from "../../resource/form/serverErrors.ts";
import { Form } from "../../ui/form/Form.tsx";
import { PasswordField, TextField } from "../../ui/form/FormFields.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { AuthPage, HelpText, TextLink } from "./AuthPage.tsx";

/** The email address becomes the username; the office can assign another one. */
const schema = signupBody
  .omit({ username: true })
  .extend(passwordConfirmation)
  .refine(({ password, confirm }) => password === confirm, passwordMismatch);

/** Creates an account and opens the sign-in page. */
export function Signup() {
  const navigate = useNavigate();
  const [serverError, setServerError] = useState<string>();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { fullName: "", email: "", password: "", confirm: "" },
  });

  async function handleSubmit({ fullName, email, password }: z.output<typeof schema>) {
    setServerError(undefined);
    try {
      const { message } = await callEndpoint(signup, { body: { fullName, email, password, username: email } });
      showToast({ kind: "success", text: message ?? "" });
      navigate("/login");
    } catch (error) {
      setServerError(
        applyServerErrors(error, {
          form,
          fields: ["fullName", "email", "password"],
          fallbackMessage: t("Signup failed"),
        }),
      );
    }
  }

  return (
    <AuthPage title={t("Create account")}>
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={t("Create account")}
        serverError={serverError}
        columns={1}
        fullWidthButtons
      >
        <TextField name="fullName" label={t("Full Name")} autoComplete="name" />
        <TextField
          name="email"
          label={t("Email")}
          type="email"
          autoComplete="username"
          hint={t("Also the username that you sign in with")}
        />
        <PasswordField name="password" label={t("Password")} autoComplete="new-password" />
        <PasswordField name="confirm" label={t("Confirm Password")} autoComplete="new-password" />
      </Form>
      <HelpText>{t("Your house shows as soon as the office has linked it to your account.")}</HelpText>
      <HelpText>
        {t("Already have an account?")} <TextLink to="/login">{t("Sign in")}</TextLink>
      </HelpText>
    </AuthPage>
  );
}
