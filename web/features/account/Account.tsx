import styled, { css } from "styled-components";
import { useSession } from "../../api/session.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Tag } from "../../ui/badge/Badge.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { ChangeName } from "./ChangeName.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { Sessions } from "./Sessions.tsx";
import { useMySessions } from "./useMySessions.ts";

/** Who one is to the portal, one's password, and where one is signed in. */
export function Account() {
  const session = useSession();
  const { sessions, problem, refetch } = useMySessions();
  if (!session) return null;
  const { fullName, username, role, isFirstSignIn } = session.user;
  return (
    <Page title={t("My Account")}>
      <Section aria-label={t("Who is signed in")}>
        <FactList>
          <dt>{t("Name")}</dt>
          <dd>
            <bdi>{fullName}</bdi>
          </dd>
          <dt>{t("Username")}</dt>
          <dd>
            <bdi>{username}</bdi>
          </dd>
          <dt>{t("Role")}</dt>
          <dd>
            <Tag>{translateName(role.roleName)}</Tag>
          </dd>
        </FactList>
      </Section>
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
          <Callout tone="warn" title={t("This password was made for the first sign-in")}>
            {t("Choose one of your own to go on.")}
          </Callout>
        )}
        <NarrowColumn>
          <ChangePassword onChanged={refetch} />
        </NarrowColumn>
      </Section>
      <Section aria-labelledby="my-sessions">
        <Heading id="my-sessions">{t("Where you are signed in")}</Heading>
        <Sessions sessions={sessions} problem={problem} onRetry={refetch} />
      </Section>
    </Page>
  );
}

const FactList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: ${theme.space.s} ${theme.space.xl};

    dt {
      color: ${theme.color.textMuted};
    }
  `}
`;

const Heading = styled.h2`
  ${typography("sectionTitle")}
  margin-block-end: ${({ theme }) => theme.space.l};
`;

const NarrowColumn = styled.div`
  max-inline-size: ${({ theme }) => theme.size.loginForm};
`;
