import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import { changeName, changeNameBody, changePassword, changePasswordBody } from "../../../shared/endpoints/auth.ts";
import { mayBeDoneText } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { withPasswordConfirmation } from "../../domain/passwordConfirmation.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { Tag } from "../../ui/badge/Badge.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { PasswordField, TextField } from "../../ui/form/FormFields.tsx";
import { Fact, FactList } from "../../ui/layout/FactList.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { Sessions } from "./Sessions.tsx";
import { TwoFactor } from "./TwoFactor.tsx";

/** The user's own account: two-factor authentication, name, password and sessions. */
export function MyAccount() {
  const session = useSession();
  if (!session) return null;
  const { fullName, username, role, isFirstSignIn, hasTotp, mustEnrolTotp } = session.user;
  return (
    <Page title={t("My Account")}>
      <Section aria-label={t("Who is signed in")}>
        <FactList>
          <Fact label={t("Name")}>
            <bdi>{fullName}</bdi>
          </Fact>
          <Fact label={t("Username")}>
            <bdi>{username}</bdi>
          </Fact>
          <Fact label={t("Role")}>
            <Tag>{translateName(role.roleName)}</Tag>
          </Fact>
        </FactList>
      </Section>
      {!isFirstSignIn && (
        <Section aria-labelledby="two-factor">
          <Heading id="two-factor">{t("Two-factor authentication")}</Heading>
          <TwoFactor isOn={hasTotp} isRequired={mustEnrolTotp} />
        </Section>
      )}
      {!isFirstSignIn && (
        <Section aria-labelledby="change-name">
          <Heading id="change-name">{t("Change name")}</Heading>
          <NarrowColumn>
            <ChangeName fullName={fullName} />
          </NarrowColumn>
        </Section>
      )}
      <Section aria-labelledby="change-password">
        <Heading id="change-password">{t("Change password")}</Heading>
        {isFirstSignIn && (
          <Callout tone="warn" title={t("This password is for the first sign-in only")}>
            {t("Choose your own password to continue.")}
          </Callout>
        )}
        <NarrowColumn>
          <ChangePassword />
        </NarrowColumn>
      </Section>
      <Section aria-labelledby="my-sessions">
        <Heading id="my-sessions">{t("Where you are signed in")}</Heading>
        <Sessions />
      </Section>
    </Page>
  );
}

const Heading = styled.h2`
  ${typography("sectionTitle")}
  margin-block-end: ${({ theme }) => theme.space.l};
`;

const NarrowColumn = styled.div`
  max-inline-size: ${({ theme }) => theme.size.loginForm};
`;

/** Changes the user's full name; all open windows are updated live. */
function ChangeName({ fullName }: { fullName: string }) {
  const form = useForm({
    resolver: zodResolver(changeNameBody),
    values: { fullName },
    resetOptions: { keepDirtyValues: true },
  });

  const formProps = useSubmit({
    form,
    fallbackMessage: t("The name was not changed"),
    lostAnswerMessage: mayBeDoneText(),
    send: async (body) => {
      const response = await callEndpoint(changeName, { body });
      form.reset(body);
      return response;
    },
  });

  return (
    <Form {...formProps} submitLabel={t("Change name")} columns={1}>
      <TextField name="fullName" label={t("Full Name")} autoComplete="name" />
    </Form>
  );
}

const passwordForm = withPasswordConfirmation(changePasswordBody, "newPassword");
const defaultValues = { currentPassword: "", newPassword: "", confirm: "" };

/** Changes the user's password. The server then ends all other sessions. */
function ChangePassword() {
  const form = useForm({ resolver: zodResolver(passwordForm), defaultValues });

  const formProps = useSubmit({
    form,
    fallbackMessage: t("The password was not changed"),
    lostAnswerMessage: t("No answer came, so the new password may be valid already. Try it as the current one."),
    send: async ({ currentPassword, newPassword }) => {
      const response = await callEndpoint(changePassword, { body: { currentPassword, newPassword } });
      form.reset(defaultValues);
      return response;
    },
  });

  return (
    <Form {...formProps} submitLabel={t("Change password")} columns={1}>
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
