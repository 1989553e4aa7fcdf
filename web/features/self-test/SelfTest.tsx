import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import { actionFlags, type PageEntry, pages } from "../../../shared/pages.ts";
import { can, type Permissions } from "../../../shared/permissions.ts";
import { useSessionState } from "../../api/session.ts";
import { NotFoundPage } from "../../app/NotFoundPage.tsx";
import { useNow } from "../../hooks/useNow.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useConnection } from "../../live/useConnectionState.ts";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { useSelfTest } from "./useSelfTest.ts";

const pathPrefix = "test-";

/** Anybody's look at whether the portal works for them, at /test- and any name. */
export function SelfTest() {
  const { page = "" } = useParams();
  return page.startsWith(pathPrefix) && page.length > pathPrefix.length ? (
    <SelfTestPage name={page.slice(pathPrefix.length)} />
  ) : (
    <NotFoundPage />
  );
}

function SelfTestPage({ name }: { name: string }) {
  const session = useSessionState();
  const { findings, rerun } = useSelfTest();
  const signedIn = session === "loading" ? undefined : session;
  return (
    <main>
      <Page
        title={t("Test {name}", { name })}
        subtitle={t("Whether the portal works here and now")}
        actions={
          <Button icon="refresh" onClick={rerun}>
            {t("Test again")}
          </Button>
        }
      >
        <Section aria-labelledby="portal">
          <SectionTitle id="portal">{t("The portal and the line")}</SectionTitle>
          <FactList>
            <Fact name={t("Server")}>
              <CheckResult ok={findings?.isServerUp} okText={t("Running")} failText={t("Does not answer")} />
            </Fact>
            <Fact name={t("Database")}>
              <CheckResult ok={findings?.isDatabaseUp} okText={t("Reachable")} failText={t("Cannot be reached")} />
            </Fact>
            <Fact name={t("Live updates")}>
              <LiveConnectionStatus signedIn={Boolean(signedIn)} />
            </Fact>
            <Fact name={t("REST, there and back")}>
              <Duration ms={findings?.restRoundTripMs} />
            </Fact>
            <Fact name={t("Live line, there and back")}>
              <Duration ms={findings?.socketRoundTripMs} />
            </Fact>
          </FactList>
        </Section>
        <ClockSection clockOffsetMs={findings?.clockOffsetMs} />
        <Section aria-labelledby="who">
          <SectionTitle id="who">{t("Who is signed in")}</SectionTitle>
          {signedIn ? (
            <FactList>
              <Fact name={t("Name")}>
                <bdi>{signedIn.user.fullName}</bdi>
              </Fact>
              <Fact name={t("Username")}>
                <bdi>{signedIn.user.username}</bdi>
              </Fact>
              <Fact name={t("Role")}>
                <bdi>{translateName(signedIn.user.role.roleName)}</bdi>
              </Fact>
              <Fact name={t("Sees")}>{signedIn.user.role.scope === "own" ? t("Own plots only") : t("All plots")}</Fact>
            </FactList>
          ) : (
            <p>
              {t("Nobody")} · <Link to="/login">{t("Sign in")}</Link>
            </p>
          )}
        </Section>
        <RightsSection permissions={signedIn?.permissions ?? {}} />
      </Page>
    </main>
  );
}

function LiveConnectionStatus({ signedIn }: { signedIn: boolean }) {
  const connection = useConnection();
  if (!signedIn)
    return (
      <StatusLabel icon="minus" tone="neutral">
        {t("Opens once somebody signs in")}
      </StatusLabel>
    );
  const time = formatMomentWithSeconds(connection.since).slice(-8);
  return connection.kind === "live" ? (
    <CheckResult ok okText={t("Live since {time}", { time })} failText="" />
  ) : (
    <CheckResult ok={false} okText="" failText={t("No line since {time}", { time })} />
  );
}

function Duration({ ms }: { ms: number | undefined }) {
  return ms === undefined ? "—" : <bdi dir="ltr">{`${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}</bdi>;
}

/** The server's clock beside this browser's, both in the society's time; `ahead` in milliseconds, undefined while it is not known. */
function ClockSection({ clockOffsetMs }: { clockOffsetMs: number | undefined }) {
  const now = useNow().getTime();
  return (
    <Section aria-labelledby="clocks">
      <SectionTitle id="clocks">{t("Clocks")}</SectionTitle>
      <FactList>
        <Fact name={t("The server's")}>
          {clockOffsetMs === undefined ? "—" : <bdi dir="ltr">{formatMomentWithSeconds(now + clockOffsetMs)}</bdi>}
        </Fact>
        <Fact name={t("This browser's")}>
          <bdi dir="ltr">{formatMomentWithSeconds(now)}</bdi>
        </Fact>
        <Fact name={t("Difference")}>{clockOffsetMs === undefined ? "—" : formatClockDifference(clockOffsetMs)}</Fact>
      </FactList>
    </Section>
  );
}

function formatClockDifference(ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  if (seconds <= 1) return t("About a second at most");
  return ahead > 0
    ? t("This browser's clock is {seconds} s behind", { seconds })
    : t("This browser's clock is {seconds} s ahead", { seconds });
}

/** A name and what was found under it. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whether something works; undefined while it is not known. */
function CheckResult({ ok, okText, failText }: { ok: boolean | undefined; okText: string; failText: string }) {
  if (ok === undefined) return "—";
  return (
    <StatusLabel icon={ok ? "check" : "circle-alert"} tone={ok ? "good" : "bad"}>
      {ok ? okText : failText}
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

/** What the person may do, page by page: the server's own map in words. */
function RightsSection({ permissions }: { permissions: Permissions }) {
  const held = pages.map((page) => ({ page, actions: listAllowedActions(page, permissions) }));
  const shown = held.filter(({ actions }) => actions.length > 0);
  return (
    <Section aria-labelledby="rights">
      <SectionTitle id="rights">{t("What may be done")}</SectionTitle>
      {shown.length === 0 ? (
        <p>{t("Nothing beside signing in")}</p>
      ) : (
        <RightsTable aria-labelledby="rights">
          <thead>
            <tr>
              <th scope="col">{t("Page")}</th>
              <th scope="col">{t("Allowed")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ page, actions }) => (
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
    .map(([action]) => {
      const said = translateName(action);
      return said === action ? action.replace(/([a-z])([A-Z])/g, "$1 $2") : said;
    });
}

function formatPageTitle({ title, parent }: PageEntry): string {
  const above = pages.find(({ path }) => path === parent);
  return above ? `${translateName(above.title)} / ${translateName(title)}` : translateName(title);
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

/** `21/11/2026 21:18:07`, in the society's time; milliseconds since 1970. */
function formatMomentWithSeconds(at: number): string {
  return `${formatDateTime(new Date(at))}:${String(Math.floor(at / 1_000) % 60).padStart(2, "0")}`;
}
