import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { requestPasswordReset, requestPasswordResetBody } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { AuthPage, HelpText, TextLink } from "../../domain/AuthPage.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextField } from "../../ui/form/FormFields.tsx";

/** Requests a password reset link. The response does not reveal whether an account has the address. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ resolver: zodResolver(requestPasswordResetBody), defaultValues: { email: "" } });

  useEffect(() => form.setFocus("email"), [form]);

  const formProps = useSubmit({
    form,
    fallbackMessage: t("Password reset failed"),
    send: async (body) => {
      const response = await callEndpoint(requestPasswordReset, { body });
      setSentTo(body.email);
      return response;
    },
  });

  function handleRetry() {
    form.reset();
    // The field must be rendered before it can get the focus.
    flushSync(() => setSentTo(undefined));
    form.setFocus("email");
  }

  return (
    <AuthPage title={t("Forgot password")}>
      {sentTo === undefined ? (
        <>
          <HelpText>
            {t("Enter the email address of your account and we send you a link to choose a new password.")}
          </HelpText>
          <Form {...formProps} submitLabel={t("Send reset link")} columns={1} fullWidthButtons>
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
