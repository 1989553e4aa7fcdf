import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { z } from "zod";
import { confirmReset, confirmResetBody } from "../../../shared/endpoints/auth.ts";
import { messages } from "../../../shared/messages.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { passwordConfirmation, passwordMismatch } from "../../domain/passwordConfirmation.ts";
import { t } from "../../i18n/t.ts";
import { applyServerErrors } from "../../resource/form/serverErrors.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { PasswordField } from "../../ui/form/FormFields.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { AuthPage, HelpText, TextLink } from "./AuthPage.tsx";

const schema = confirmResetBody
  .omit({ token: true })
  .extend(passwordConfirmation)
  .refine(({ password, confirm }) => password === confirm, passwordMismatch);

/** The page behind an emailed reset link, which works once. */
export function ResetPassword() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [isExpired, setExpired] = useState(token === "");
  const [serverError, setServerError] = useState<string>();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: "", confirm: "" } });

  async function handleSubmit({ password }: z.output<typeof schema>) {
    setServerError(undefined);
    try {
      const { message } = await callEndpoint(confirmReset, { body: { token, password } });
      showToast({ kind: "success", text: message ?? "" });
      navigate("/login", { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.errors.token !== undefined) return setExpired(true);
      setServerError(
        applyServerErrors(error, { form, fields: ["password"], fallbackMessage: t("Password reset failed") }),
      );
    }
  }

  return (
    <AuthPage title={t("Choose a new password")}>
      {isExpired ? (
        <Callout
          title={messages["link-expired"]}
          tone="warn"
          urgent
          actions={<TextLink to="/forgot-password">{t("Ask for a new link")}</TextLink>}
        >
          {t("A link works once, within 10 minutes.")}
        </Callout>
      ) : (
        <Form
          form={form}
          onSubmit={handleSubmit}
          submitLabel={t("Save password")}
          serverError={serverError}
          columns={1}
          fullWidthButtons
        >
          <PasswordField name="password" label={t("New Password")} autoComplete="new-password" />
          <PasswordField name="confirm" label={t("Confirm Password")} autoComplete="new-password" />
        </Form>
      )}
      <HelpText>
        <TextLink to="/login">{t("Back to login")}</TextLink>
      </HelpText>
    </AuthPage>
  );
}
