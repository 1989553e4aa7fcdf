import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import { confirmPasswordReset, confirmPasswordResetBody } from "../../../shared/endpoints/auth.ts";
import { ApiError, callEndpoint } from "../../api/request.ts";
import { AuthPage, ExpiredLink, HelpText, TextLink } from "../../domain/AuthPage.tsx";
import { withPasswordConfirmation } from "../../domain/passwordConfirmation.ts";
import { t } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Form } from "../../ui/form/Form.tsx";
import { PasswordField } from "../../ui/form/FormFields.tsx";

const schema = withPasswordConfirmation(confirmPasswordResetBody.omit({ token: true }), "password");

/** Sets a new password. A link in an email opens this page and works once. */
export function ResetPassword() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [isExpired, setExpired] = useState(token === "");
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: "", confirm: "" } });

  const formProps = useSubmit({
    form,
    fallbackMessage: t("Password reset failed"),
    lostAnswerMessage: t("No answer came, so the new password may be valid already. Try to sign in with it."),
    send: async ({ password }) => {
      try {
        const response = await callEndpoint(confirmPasswordReset, { body: { token, password } });
        navigate("/login", { replace: true });
        return response;
      } catch (error) {
        if (error instanceof ApiError && error.errors.token !== undefined) setExpired(true);
        throw error;
      }
    },
  });

  return (
    <AuthPage title={t("Choose a new password")}>
      {isExpired ? (
        <ExpiredLink>
          {formProps.errorHint ?? t("A link works once: within 10 minutes, as an invitation within 3 days.")}
        </ExpiredLink>
      ) : (
        <Form {...formProps} submitLabel={t("Save password")} columns={1} fullWidthButtons>
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
