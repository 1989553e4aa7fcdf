import { useNow } from "../../hooks/useNow.ts";
import { t } from "../../i18n/t.ts";
import { Section } from "../../ui/layout/Page.tsx";
import { Fact, FactList, SectionTitle } from "./SelfTestParts.tsx";
import { formatMomentWithSeconds } from "./societyClock.ts";

/** The server's clock beside this browser's, both in the society's time; `ahead` in milliseconds, undefined while it is not known. */
export function ClockSection({ clockOffsetMs }: { clockOffsetMs: number | undefined }) {
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
