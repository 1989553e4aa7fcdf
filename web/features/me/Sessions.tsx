import styled, { css } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import { mySessions, type UserSession } from "../../../shared/endpoints/auth.ts";
import { signOutEverywhere } from "../../api/session.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { ConfirmedCallButton } from "../../resource/ConfirmedCallButton.tsx";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { Badge } from "../../ui/badge/Badge.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { parseUserAgent } from "./userAgent.ts";

/** The user's sessions and a button that ends them all. */
export function Sessions() {
  const { sessions, error, refetch } = useMySessions();
  return (
    <>
      <StaleDataNotice error={error} hasData={sessions !== undefined} onRetry={refetch} />
      {!sessions && (error ? <FailedRequest error={error} onRetry={refetch} /> : <Skeleton rowCount={2} />)}
      {sessions && (
        <List>
          {sessions.map((session) => (
            <SessionRow key={session.SessionID}>
              <span>
                <Device>{formatDevice(session.Agent)}</Device>
                <SignedInAt>
                  <Trans
                    text="Signed in on {moment}"
                    with={{ moment: <bdi dir="ltr">{formatDateTime(new Date(session.CreatedAt))}</bdi> }}
                  />
                </SignedInAt>
              </span>
              <Badges>
                {session.TotpAt !== null && <Badge tone="neutral">{t("Two-factor")}</Badge>}
                {session.IsThis && <Badge tone="good">{t("This device")}</Badge>}
              </Badges>
            </SessionRow>
          ))}
        </List>
      )}
      <ConfirmedCallButton
        variant="danger"
        icon="logout"
        title={t("Sign out everywhere?")}
        text={t("Every device is signed out at once, this one too. You sign in again with your password.")}
        confirmLabel={t("Sign out everywhere")}
        call={async () => ({ message: await signOutEverywhere() })}
      >
        {t("Sign out everywhere")}
      </ConfirmedCallButton>
    </>
  );
}

function formatDevice(agent: string): string {
  const { browser, system } = parseUserAgent(agent);
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser ?? system ?? t("Unknown device");
}

const List = styled.ul`
  ${({ theme }) => css`
    max-inline-size: ${theme.size.dialog.m};
    margin-block-end: ${theme.space.l};
    border-block-start: 1px solid ${theme.color.border};
  `}
`;

const SessionRow = styled.li`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.m};
    padding-block: ${theme.space.s};
    border-block-end: 1px solid ${theme.color.border};
  `}
`;

const Badges = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${({ theme }) => theme.space.s};
`;

const Device = styled.span`
  ${typography("strong")}
  display: block;
`;

const SignedInAt = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textSubtle};
`;

/** The user's sessions, latest first, kept up to date. */
function useMySessions() {
  const { data, error, refetch } = useLiveRequest<{ data: readonly UserSession[] }>(mySessions.path, liveQueries);
  return { sessions: data?.data.toSorted((a, b) => b.SessionID - a.SessionID), error, refetch };
}

/** The live query that reports changes of sessions. */
const liveQueries = ["own-sessions"];
