import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { resetPassword, resetPasswordBody } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { applyServerErrors } from "../../resource/form/serverErrors.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { AuthPage, HelpText, TextLink } from "./AuthPage.tsx";

/** Requests a password reset link. The answer does not reveal whether an account has the address. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  const [serverError, setServerError] = useState<string>();
  const form = useForm({ resolver: zodResolver(resetPasswordBody), defaultValues: { email: "" } });

  async function handleSubmit({ email }: z.output<typeof resetPasswordBody>) {
    setServerError(undefined);
    try {
      const { message } = await callEndpoint(resetPassword, { body: { email } });
      showToast({ kind: "success", text: message ?? "" });
      setSentTo(email);
    } catch (error) {
      setServerError(
        applyServerErrors(error, { form, fields: ["email"], fallbackMessage: t("Password reset failed") }),
      );
    }
  }

  function handleRetry() {
    form.reset();
    // The field has to be rendered before it can take the focus.
    flushSync(() => setSentTo(undefined));
    form.setFocus("email");
  }

  return (
    <AuthPage title={t("Forgot password")}>
      {sentTo === undefined ? (
        <>
          <HelpText>
            {t("Enter the e-mail address of your account and we send you a link to choose a new password.")}
          </HelpText>
          <Form
            form={form}
            onSubmit={handleSubmit}
            submitLabel={t("Send reset link")}
            serverError={serverError}
            columns={1}
            fullWidthButtons
          >
            <TextField name="email" label={t("Email")} type="email" autoComplete="email" />
          </Form>
        </>
      ) : (
        <Callout
          title={t("Check your email")}
          urgent
          actions={<Button onClick={handleRetry}>{t("Try another email")}</Button>}
        >
          <Trans
            text="If {email} belongs to an account, a link is on its way. It works once, within 10 minutes."
            with={{ email: <bdi>{sentTo}</bdi> }}
          />
        </Callout>
      )}
      <HelpText>
        <TextLink to="/login">{t("Back to login")}</TextLink>
      </HelpText>
    </AuthPage>
  );
}
