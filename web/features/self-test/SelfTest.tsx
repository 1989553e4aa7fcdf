import { Link, useParams } from "react-router-dom";
import { useSessionState } from "../../api/session.ts";
import { NotFoundPage } from "../../app/NotFoundPage.tsx";
import { StatusLabel } from "../../domain/Status.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { useConnection } from "../../live/useConnectionState.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { ClockSection } from "./SelfTestClocks.tsx";
import { CheckResult, Fact, FactList, SectionTitle } from "./SelfTestParts.tsx";
import { RightsSection } from "./SelfTestRights.tsx";
import { formatMomentWithSeconds } from "./societyClock.ts";
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
