import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import { useThemePreference } from "../../hooks/preferences.ts";
import { t } from "../../i18n/t.ts";
import { useLanguageToggle } from "../../i18n/useLanguageToggle.ts";
import { Button } from "../../ui/button/Button.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { AuthBanner } from "./AuthBanner.tsx";
import { ServerStatus } from "./ServerStatus.tsx";

interface AuthPageProps {
  title: string;
  children: ReactNode;
}

/** A page for people who are not signed in: the wall of plates, beside it what they came for, and below it the state of the portal. */
export function AuthPage({ title, children }: AuthPageProps) {
  const society = useSocietyInfo();
  const [theme, setTheme] = useThemePreference();
  const other = theme === "dark" ? "light" : "dark";
  const otherLanguage = useLanguageToggle();
  return (
    <Split>
      <title>{title}</title>
      <AuthBanner society={society} />
      <FormPanel>
        <Main>
          <Title>{title}</Title>
          {children}
        </Main>
        <Footer>
          <ServerStatus />
          <Button variant="ghost" icon="languages" lang={otherLanguage.lang} onClick={otherLanguage.toggle}>
            {otherLanguage.name}
          </Button>
          <Button variant="ghost" icon={other === "dark" ? "moon" : "sun"} onClick={() => setTheme(other)}>
            {other === "dark" ? t("Dark") : t("Light")}
          </Button>
        </Footer>
      </FormPanel>
    </Split>
  );
}

/** A way to another page, within or below the words. */
export const TextLink = styled(Link)`
  ${typography("strong")}
  color: ${({ theme }) => theme.color.accent};
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

/** What is said beside a form. */
export const HelpText = styled.p`
  ${typography("text")}
  color: ${({ theme }) => theme.color.textMuted};
`;

const Split = styled.div`
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
    border-inline-start: 1px solid ${theme.color.border};
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

  > :first-child {
    margin-inline-end: auto;
  }
`;
