import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { commonMessages } from "../../shared/common-messages.ts";
import { isPortalReady } from "../api/request.ts";
import { useSocietyName } from "../api/societyInfo.ts";
import { useThemePreference } from "../hooks/preferences.ts";
import { useEvent } from "../hooks/useEvent.ts";
import { useInterval } from "../hooks/useInterval.ts";
import { formatClockTime } from "../i18n/dateTime.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { Callout } from "../ui/feedback/Callout.tsx";
import { categoryColor, typography } from "../ui/theme/theme.ts";
import { ConnectionStatus } from "./ConnectionStatus.tsx";
import { SocietyLogo } from "./SocietyLogo.tsx";
import { useLanguageToggle } from "./useLanguageToggle.ts";

interface AuthPageProps {
  title: string;
  children: ReactNode;
}

/** Layout of the pages for signed-out users: a banner, the form, and the state of the server below it. */
export function AuthPage({ title, children }: AuthPageProps) {
  const society = useSocietyName();
  const [theme, setTheme] = useThemePreference();
  const otherTheme = theme === "dark" ? "light" : "dark";
  const language = useLanguageToggle();
  return (
    <TwoColumns>
      <title>{society ? `${title} · ${society}` : title}</title>
      <AuthBanner society={society} />
      <FormPanel>
        <Main>
          <Title>{title}</Title>
          {children}
        </Main>
        <Footer>
          <ServerStatus />
          <Button variant="ghost" icon="languages" lang={language.lang} onClick={language.toggle}>
            {language.name}
          </Button>
          <Button variant="ghost" icon={otherTheme === "dark" ? "moon" : "sun"} onClick={() => setTheme(otherTheme)}>
            {otherTheme === "dark" ? t("Dark") : t("Light")}
          </Button>
        </Footer>
      </FormPanel>
    </TwoColumns>
  );
}

/** Shown for an expired link of an email, with a link to request another. `children` say how long a link is valid. */
export function ExpiredLink({ children }: { children: ReactNode }) {
  return (
    <Callout
      title={translateMessage(commonMessages["link-expired"])}
      tone="warn"
      urgent
      actions={<TextLink to="/forgot-password">{t("Ask for a new link")}</TextLink>}
    >
      {children}
    </Callout>
  );
}

/** A link in a text or below a form. */
export const TextLink = styled(Link)`
  ${typography("strong")}
  color: ${({ theme }) => theme.color.accent};
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

/** Text above or below a form. */
export const HelpText = styled.p`
  ${typography("text")}
  color: ${({ theme }) => theme.color.textMuted};
`;

const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-block-size: 100dvh;

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 11fr) minmax(0, 7fr);
  }
`;

const FormPanel = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    padding: ${theme.space.xl};
    background: ${theme.color.surface};

    @media (min-width: 1024px) {
      border-inline-start: 1px solid ${theme.color.border};
    }
  `}
`;

const Main = styled.main`
  ${({ theme }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    justify-content: center;
    gap: ${theme.space.l};
    inline-size: 100%;
    max-inline-size: ${theme.size.loginForm};
    margin-inline: auto;

    form input {
      min-block-size: ${theme.size.loginField}px;
    }
  `}
`;

const Title = styled.h1`
  ${typography("pageTitle")}
`;

const Footer = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  inline-size: 100%;
  max-inline-size: ${({ theme }) => theme.size.loginForm};
  margin-inline: auto;

  > :first-child {
    margin-inline-end: auto;
  }
`;

const tileRows = [
  { category: "A", firstNumber: 12 },
  { category: "B", firstNumber: 201 },
  { category: "C", firstNumber: 55 },
  { category: "R", firstNumber: 7 },
] as const;
const columnIndexes = [0, 1, 2, 3, 4] as const;
const highlightedHouse = "C-57";

/**
 * The society's name, a motto, and house numbers as decoration, which screen readers skip. Hidden on narrow screens.
 */
function AuthBanner({ society }: { society: string }) {
  return (
    <Banner>
      <Brand>
        <SocietyLogo />
        <strong>{society}</strong>
      </Brand>
      <HouseTiles dir="ltr" aria-hidden="true">
        {tileRows.flatMap(({ category, firstNumber }) =>
          columnIndexes
            .map((index) => `${category}-${firstNumber + index}`)
            .map((house) => (
              <HouseTile key={house} $category={category} $highlighted={house === highlightedHouse}>
                {house}
              </HouseTile>
            )),
        )}
      </HouseTiles>
      <div>
        <Motto>
          {t("Every house,")}
          <br />
          {t("every month, accounted for.")}
        </Motto>
        <MottoText>
          {t("Charges, receipts and the monthly report, in one book that everyone sees at the same moment.")}
        </MottoText>
      </div>
    </Banner>
  );
}

const Banner = styled.aside`
  ${({ theme }) => css`
    display: none;
    flex-direction: column;
    justify-content: space-between;
    padding: ${theme.space.xxl};
    background: ${theme.color.canvas};

    @media (min-width: 1024px) {
      display: flex;
    }
  `}
`;

const Brand = styled.div`
  ${({ theme }) => css`
    ${typography("strong")}
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
  `}
`;

const HouseTiles = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: ${theme.space.m};
  `}
`;

const HouseTile = styled.span<{ $category: string; $highlighted: boolean }>`
  ${({ theme, $category, $highlighted }) => css`
    ${typography("pageTitle")}
    padding: ${theme.space.l} ${theme.space.s};
    color: ${$highlighted ? theme.color.onAccent : theme.color.text};
    text-align: center;
    background: ${$highlighted ? theme.color.accent : theme.color.surface};
    border: 1px solid ${$highlighted ? theme.color.accent : theme.color.borderStrong};
    border-inline-start: ${theme.space.s} solid ${$highlighted ? theme.color.accent : categoryColor(theme, $category)};
    border-radius: ${theme.radius.badge};
  `}
`;

const Motto = styled.p`
  ${typography("display")}
`;

const MottoText = styled.p`
  ${typography("text")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.textMuted};
`;

const pollIntervalMs = 10_000;

/** Shows whether the server is ready. Polls it, because signed-out users have no live connection. */
function ServerStatus() {
  const [downSince, setDownSince] = useState<string>();
  const check = useEvent(async () => {
    const isReady = await isPortalReady();
    setDownSince((since) => (isReady ? undefined : (since ?? formatClockTime(new Date()))));
  });
  useEffect(() => void check(), [check]);
  useInterval(() => void check(), pollIntervalMs);
  const state =
    downSince === undefined ? ({ kind: "live" } as const) : ({ kind: "offline", since: downSince } as const);
  return <ConnectionStatus state={state} liveText={t("Server reachable")} />;
}
