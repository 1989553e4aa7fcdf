import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { signup, signupBody } from "../../../shared/endpoints/auth.ts";
import { messages } from "../../../shared/messages.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { AuthPage, HelpText, TextLink } from "../../domain/AuthPage.tsx";
import { withPasswordConfirmation } from "../../domain/passwordConfirmation.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { PasswordField, TextField } from "../../ui/form/FormFields.tsx";

/** The email address becomes the username; an administrator can change it later. */
const schema = withPasswordConfirmation(signupBody.omit({ username: true }), "password");

/** Creates an account and opens the sign-in page. */
export function Signup() {
  const navigate = useNavigate();
  const society = useSocietyInfo();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { fullName: "", email: "", password: "", confirm: "" },
  });

  const formProps = useSubmit({
    form,
    fallbackMessage: t("Signup failed"),
    lostAnswerMessage: t("No answer came, so the account may exist already. Try to sign in with it."),
    send: async ({ fullName, email, password }) => {
      const response = await callEndpoint(signup, { body: { fullName, email, password, username: email } });
      navigate("/login");
      return response;
    },
  });

  if (society?.IsSignUpOpen === false)
    return (
      <AuthPage title={t("Create account")}>
        <Callout title={translateMessage(messages["signup-closed"])} tone="warn" />
        <HelpText>
          <TextLink to="/login">{t("Back to login")}</TextLink>
        </HelpText>
      </AuthPage>
    );

  return (
    <AuthPage title={t("Create account")}>
      <Form {...formProps} submitLabel={t("Create account")} columns={1} fullWidthButtons>
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
      <HelpText>{t("You get an email with a link to confirm your address.")}</HelpText>
      <HelpText>{t("Your house appears as soon as the office links it to your account.")}</HelpText>
      <HelpText>
        {t("Already have an account?")} <TextLink to="/login">{t("Sign in")}</TextLink>
      </HelpText>
    </AuthPage>
  );
}
