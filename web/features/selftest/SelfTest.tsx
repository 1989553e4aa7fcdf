import { Link, useParams } from "react-router-dom";
import { Lost } from "../../Lost.tsx";
import { say, sayName } from "../../lib/language.ts";
import { useSessionState } from "../../lib/session.ts";
import { useConnection } from "../../lib/useConnectionState.ts";
import { Button } from "../../ui/Button.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { StatusMark } from "../../ui/Status.tsx";
import { SelfTestClocks } from "./SelfTestClocks.tsx";
import { Fact, Facts, Good, Title } from "./SelfTestParts.tsx";
import { SelfTestRights } from "./SelfTestRights.tsx";
import { withSeconds } from "./societyClock.ts";
import { useSelfTest } from "./useSelfTest.ts";

const prefix = "test-";

/** Anybody's look at whether the portal works for them, at /test- and any name. */
export function SelfTest() {
  const { page = "" } = useParams();
  return page.startsWith(prefix) && page.length > prefix.length ? <Tests name={page.slice(prefix.length)} /> : <Lost />;
}

function Tests({ name }: { name: string }) {
  const session = useSessionState();
  const { findings, again } = useSelfTest();
  const signedIn = session === "loading" ? undefined : session;
  return (
    <main>
      <Page
        title={say("Test {name}", { name })}
        subtitle={say("Whether the portal works here and now")}
        actions={
          <Button icon="refresh" onClick={again}>
            {say("Test again")}
          </Button>
        }
      >
        <Section aria-labelledby="portal">
          <Title id="portal">{say("The portal and the line")}</Title>
          <Facts>
            <Fact name={say("Server")}>
              <Good is={findings?.alive} yes={say("Running")} no={say("Does not answer")} />
            </Fact>
            <Fact name={say("Database")}>
              <Good is={findings?.ready} yes={say("Reachable")} no={say("Cannot be reached")} />
            </Fact>
            <Fact name={say("Live updates")}>
              <LineState signedIn={Boolean(signedIn)} />
            </Fact>
            <Fact name={say("REST, there and back")}>
              <Duration ms={findings?.rest} />
            </Fact>
            <Fact name={say("Live line, there and back")}>
              <Duration ms={findings?.line} />
            </Fact>
          </Facts>
        </Section>
        <SelfTestClocks ahead={findings?.ahead} />
        <Section aria-labelledby="who">
          <Title id="who">{say("Who is signed in")}</Title>
          {signedIn ? (
            <Facts>
              <Fact name={say("Name")}>
                <bdi>{signedIn.user.fullName}</bdi>
              </Fact>
              <Fact name={say("Username")}>
                <bdi>{signedIn.user.username}</bdi>
              </Fact>
              <Fact name={say("Role")}>
                <bdi>{sayName(signedIn.user.role.roleName)}</bdi>
              </Fact>
              <Fact name={say("Sees")}>
                {signedIn.user.role.scope === "own" ? say("Own plots only") : say("All plots")}
              </Fact>
            </Facts>
          ) : (
            <p>
              {say("Nobody")} · <Link to="/login">{say("Sign in")}</Link>
            </p>
          )}
        </Section>
        <SelfTestRights permissions={signedIn?.permissions ?? {}} />
      </Page>
    </main>
  );
}

function LineState({ signedIn }: { signedIn: boolean }) {
  const connection = useConnection();
  if (!signedIn)
    return (
      <StatusMark icon="minus" tone="neutral">
        {say("Opens once somebody signs in")}
      </StatusMark>
    );
  const time = withSeconds(connection.since).slice(-8);
  return connection.kind === "live" ? (
    <Good is yes={say("Live since {time}", { time })} no="" />
  ) : (
    <Good is={false} yes="" no={say("No line since {time}", { time })} />
  );
}

function Duration({ ms }: { ms: number | undefined }) {
  return ms === undefined ? "—" : <bdi dir="ltr">{`${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}</bdi>;
}
