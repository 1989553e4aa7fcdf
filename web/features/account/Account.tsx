import styled, { css } from "styled-components";
import { useSession } from "../../lib/session.ts";
import { Note } from "../../Note.tsx";
import { type } from "../../theme.ts";
import { Tag } from "../../ui/Badge.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { ChangePassword } from "./ChangePassword.tsx";

/** Who one is to the portal, and one's password. */
export function Account() {
  const session = useSession();
  if (!session) return null;
  const { fullName, username, role, isFirstSignIn } = session.user;
  return (
    <Page title="My Account">
      <Section aria-label="Who is signed in">
        <Facts>
          <dt>Name</dt>
          <dd>
            <bdi>{fullName}</bdi>
          </dd>
          <dt>Username</dt>
          <dd>
            <bdi>{username}</bdi>
          </dd>
          <dt>Role</dt>
          <dd>
            <Tag>{role.roleName}</Tag>
          </dd>
        </Facts>
      </Section>
      <Section aria-labelledby="change-password">
        <Heading id="change-password">Change password</Heading>
        {isFirstSignIn && (
          <Note tone="warn" title="This password was made for the first sign-in">
            Choose one of your own to go on.
          </Note>
        )}
        <ChangePassword />
      </Section>
    </Page>
  );
}

const Facts = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: ${t.space.s} ${t.space.xl};
    margin: 0;

    dt {
      color: ${t.color.ink2};
    }

    dd {
      margin: 0;
    }
  `}
`;

const Heading = styled.h2`
  ${type("report")}
  margin-block-end: ${({ theme }) => theme.space.l};
`;
