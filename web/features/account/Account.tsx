import styled, { css } from "styled-components";
import { say, sayName } from "../../lib/language.ts";
import { useSession } from "../../lib/session.ts";
import { Note } from "../../Note.tsx";
import { type } from "../../theme.ts";
import { Tag } from "../../ui/Badge.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { ChangeName } from "./ChangeName.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { Sessions } from "./Sessions.tsx";
import { useMySessions } from "./useMySessions.ts";

/** Who one is to the portal, one's password, and where one is signed in. */
export function Account() {
  const session = useSession();
  const { sessions, problem, again } = useMySessions();
  if (!session) return null;
  const { fullName, username, role, isFirstSignIn } = session.user;
  return (
    <Page title={say("My Account")}>
      <Section aria-label={say("Who is signed in")}>
        <Facts>
          <dt>{say("Name")}</dt>
          <dd>
            <bdi>{fullName}</bdi>
          </dd>
          <dt>{say("Username")}</dt>
          <dd>
            <bdi>{username}</bdi>
          </dd>
          <dt>{say("Role")}</dt>
          <dd>
            <Tag>{sayName(role.roleName)}</Tag>
          </dd>
        </Facts>
      </Section>
      {!isFirstSignIn && (
        <Section aria-labelledby="change-name">
          <Heading id="change-name">{say("Change name")}</Heading>
          <Narrow>
            <ChangeName fullName={fullName} />
          </Narrow>
        </Section>
      )}
      <Section aria-labelledby="change-password">
        <Heading id="change-password">{say("Change password")}</Heading>
        {isFirstSignIn && (
          <Note tone="warn" title={say("This password was made for the first sign-in")}>
            {say("Choose one of your own to go on.")}
          </Note>
        )}
        <Narrow>
          <ChangePassword onChanged={again} />
        </Narrow>
      </Section>
      <Section aria-labelledby="my-sessions">
        <Heading id="my-sessions">{say("Where you are signed in")}</Heading>
        <Sessions sessions={sessions} problem={problem} onAgain={again} />
      </Section>
    </Page>
  );
}

const Facts = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: ${t.space.s} ${t.space.xl};

    dt {
      color: ${t.color.ink2};
    }
  `}
`;

const Heading = styled.h2`
  ${type("report")}
  margin-block-end: ${({ theme }) => theme.space.l};
`;

const Narrow = styled.div`
  max-inline-size: ${({ theme }) => theme.size.loginForm};
`;
