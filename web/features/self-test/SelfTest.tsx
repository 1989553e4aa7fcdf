import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import { actionFlags, type PageEntry, pages } from "../../../shared/pages.ts";
import { can, type Permissions } from "../../../shared/permissions.ts";
import { useSession } from "../../api/session.ts";
import { formatActionName, formatPageTitle, formatScope } from "../../domain/permissionNames.ts";
import { useInterval } from "../../hooks/useInterval.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useConnectionState } from "../../live/connection.ts";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { useSelfTest } from "./useSelfTest.ts";

/**
 * Shows whether server, database and live connection work for this user; open to all. `name` is the one in the address
 * `/test-<name>`.
 */
export function SelfTest({ name }: { name: string }) {
  const session = useSession();
  const { results, rerun } = useSelfTest();
  return (
    <main>
      <Page
        title={t("Test {name}", { name })}
        subtitle={t("Checks whether the portal works for you")}
        actions={
          <Button icon="refresh" onClick={rerun}>
            {t("Test again")}
          </Button>
        }
      >
        <Section aria-labelledby="portal">
          <SectionTitle id="portal">{t("Server and connection")}</SectionTitle>
          <FactList>
            <Fact name={t("Server")}>
              <CheckResult passed={results?.isServerUp} passedText={t("Running")} failedText={t("Does not answer")} />
            </Fact>
            <Fact name={t("Database")}>
              <CheckResult
                passed={results?.isDatabaseUp}
                passedText={t("Reachable")}
                failedText={t("Cannot be reached")}
              />
            </Fact>
            <Fact name={t("Live updates")}>
              <LiveConnectionStatus isSignedIn={session !== undefined} />
            </Fact>
            <Fact name={t("REST round trip")}>
              <Duration ms={results?.restRoundTripMs} />
            </Fact>
            <Fact name={t("Live round trip")}>
              <Duration ms={results?.socketRoundTripMs} />
            </Fact>
          </FactList>
        </Section>
        <ClockSection clockOffsetMs={results?.clockOffsetMs} />
        <Section aria-labelledby="who">
          <SectionTitle id="who">{t("Who is signed in")}</SectionTitle>
          {session ? (
            <FactList>
              <Fact name={t("Name")}>
                <bdi>{session.user.fullName}</bdi>
              </Fact>
              <Fact name={t("Username")}>
                <bdi>{session.user.username}</bdi>
              </Fact>
              <Fact name={t("Role")}>
                <bdi>{translateName(session.user.role.roleName)}</bdi>
              </Fact>
              <Fact name={t("Visible records")}>{formatScope(session.user.role.scope)}</Fact>
            </FactList>
          ) : (
            <p>
              {t("Nobody")} · <Link to="/login">{t("Sign in")}</Link>
            </p>
          )}
        </Section>
        <RightsSection permissions={session?.permissions ?? {}} />
      </Page>
    </main>
  );
}

function LiveConnectionStatus({ isSignedIn }: { isSignedIn: boolean }) {
  const connection = useConnectionState();
  if (!isSignedIn)
    return (
      <StatusLabel icon="minus" tone="neutral">
        {t("Connects after sign-in")}
      </StatusLabel>
    );
  // The last eight characters, HH:MM:SS.
  const time = formatDateTimeWithSeconds(connection.since).slice(-8);
  return (
    <CheckResult
      passed={connection.kind === "live"}
      passedText={t("Live since {time}", { time })}
      failedText={t("Disconnected since {time}", { time })}
    />
  );
}

function Duration({ ms }: { ms: number | undefined }) {
  return ms === undefined ? "—" : <bdi dir="ltr">{`${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}</bdi>;
}

/** The clocks of the server and of this browser, in society time; `clockOffsetMs` is server time minus browser time. */
function ClockSection({ clockOffsetMs }: { clockOffsetMs: number | undefined }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1_000);
  return (
    <Section aria-labelledby="clocks">
      <SectionTitle id="clocks">{t("Clocks")}</SectionTitle>
      <FactList>
        <Fact name={t("The server's")}>
          {clockOffsetMs === undefined ? "—" : <bdi dir="ltr">{formatDateTimeWithSeconds(now + clockOffsetMs)}</bdi>}
        </Fact>
        <Fact name={t("This browser's")}>
          <bdi dir="ltr">{formatDateTimeWithSeconds(now)}</bdi>
        </Fact>
        <Fact name={t("Difference")}>{clockOffsetMs === undefined ? "—" : formatClockDifference(clockOffsetMs)}</Fact>
      </FactList>
    </Section>
  );
}

function formatClockDifference(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  if (seconds <= 1) return t("About a second at most");
  return offsetMs > 0
    ? t("This browser's clock is {seconds} s behind", { seconds })
    : t("This browser's clock is {seconds} s ahead", { seconds });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CheckResultProps {
  /** Undefined until the check is done. */
  passed: boolean | undefined;
  passedText: string;
  failedText: string;
}

function CheckResult({ passed, passedText, failedText }: CheckResultProps) {
  if (passed === undefined) return "—";
  return (
    <StatusLabel icon={passed ? "check" : "circle-alert"} tone={passed ? "good" : "bad"}>
      {passed ? passedText : failedText}
    </StatusLabel>
  );
}

const SectionTitle = styled.h2`
  ${typography("sectionTitle")}
  margin-block-end: ${({ theme }) => theme.space.s};
`;

const FactList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(${theme.size.searchBox}, 1fr));
    gap: ${theme.space.m} ${theme.space.xl};

    ${theme.mobile} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    dt {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }

    dd {
      ${typography("strong")}
      overflow-wrap: anywhere;
    }
  `}
`;

/** What the user may do on each page, from the permissions that the server sent. */
function RightsSection({ permissions }: { permissions: Permissions }) {
  const allowedPages = pages
    .map((page) => ({ page, actions: listAllowedActions(page, permissions) }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <Section aria-labelledby="rights">
      <SectionTitle id="rights">{t("What you may do")}</SectionTitle>
      {allowedPages.length === 0 ? (
        <p>{t("Nothing except signing in")}</p>
      ) : (
        <RightsTable aria-labelledby="rights">
          <thead>
            <tr>
              <th scope="col">{t("Page")}</th>
              <th scope="col">{t("Allowed")}</th>
            </tr>
          </thead>
          <tbody>
            {allowedPages.map(({ page, actions }) => (
              <tr key={page.path}>
                <th scope="row">
                  {formatPageTitle(page)} <PagePath dir="ltr">{page.path}</PagePath>
                </th>
                <td>{actions.join(t(", "))}</td>
              </tr>
            ))}
          </tbody>
        </RightsTable>
      )}
    </Section>
  );
}

function listAllowedActions({ path }: PageEntry, permissions: Permissions): readonly string[] {
  return Object.entries(actionFlags)
    .filter(([, flag]) => can({ permissions }, { page: path, flag }))
    .map(([action]) => formatActionName(action));
}

const RightsTable = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: collapse;

    th,
    td {
      padding: ${theme.space.s} ${theme.space.m} ${theme.space.s} 0;
      border-block-end: 1px solid ${theme.color.border};
      font-weight: 400;
      text-align: start;
      vertical-align: baseline;
    }

    thead th {
      ${typography("meta")}
      color: ${theme.color.textMuted};
      border-block-end-color: ${theme.color.borderStrong};
    }

    tbody th {
      inline-size: 50%;
    }
  `}
`;

const PagePath = styled.bdi`
  ${typography("meta")}
  display: inline-block;
  color: ${({ theme }) => theme.color.textMuted};
  overflow-wrap: anywhere;
`;

/** `21/11/2026 21:18:07` in society time; `timestamp` in milliseconds since 1970. */
function formatDateTimeWithSeconds(timestamp: number): string {
  return `${formatDateTime(new Date(timestamp))}:${String(Math.floor(timestamp / 1_000) % 60).padStart(2, "0")}`;
}
