import { say } from "../../lib/language.ts";
import { useNow } from "../../lib/useNow.ts";
import { Section } from "../../ui/Page.tsx";
import { Fact, Facts, Title } from "./SelfTestParts.tsx";
import { withSeconds } from "./societyClock.ts";

/** The server's clock beside this browser's, both in the society's time; `ahead` in milliseconds, undefined while it is not known. */
export function SelfTestClocks({ ahead }: { ahead: number | undefined }) {
  const now = useNow().getTime();
  return (
    <Section aria-labelledby="clocks">
      <Title id="clocks">{say("Clocks")}</Title>
      <Facts>
        <Fact name={say("The server's")}>
          {ahead === undefined ? "—" : <bdi dir="ltr">{withSeconds(now + ahead)}</bdi>}
        </Fact>
        <Fact name={say("This browser's")}>
          <bdi dir="ltr">{withSeconds(now)}</bdi>
        </Fact>
        <Fact name={say("Difference")}>{ahead === undefined ? "—" : difference(ahead)}</Fact>
      </Facts>
    </Section>
  );
}

function difference(ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  if (seconds <= 1) return say("About a second at most");
  return ahead > 0
    ? say("This browser's clock is {seconds} s behind", { seconds })
    : say("This browser's clock is {seconds} s ahead", { seconds });
}
