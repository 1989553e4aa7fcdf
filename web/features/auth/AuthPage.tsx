import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { useTheme } from "../../lib/preferences.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { useOtherLanguage } from "../../useOtherLanguage.ts";
import { LoginWall } from "./LoginWall.tsx";
import { ServerDot } from "./ServerDot.tsx";

interface AuthPageProps {
  title: string;
  children: ReactNode;
}

/** A page for people who are not signed in: the wall of plates, beside it what they came for, and below it the state of the portal. */
export function AuthPage({ title, children }: AuthPageProps) {
  const society = useWelcome();
  const [theme, setTheme] = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  const otherLanguage = useOtherLanguage();
  return (
    <Split>
      <title>{title}</title>
      <LoginWall society={society} />
      <Side>
        <Main>
          <Title>{title}</Title>
          {children}
        </Main>
        <Foot>
          <ServerDot />
          <Button variant="ghost" icon="languages" lang={otherLanguage.lang} onClick={otherLanguage.choose}>
            {otherLanguage.name}
          </Button>
          <Button variant="ghost" icon={other === "dark" ? "moon" : "sun"} onClick={() => setTheme(other)}>
            {other === "dark" ? say("Dark") : say("Light")}
          </Button>
        </Foot>
      </Side>
    </Split>
  );
}

/** A way to another page, within or below the words. */
export const Way = styled(Link)`
  ${type("strong")}
  color: ${({ theme }) => theme.color.accent};
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

/** What is said beside a form. */
export const Words = styled.p`
  ${type("text")}
  color: ${({ theme }) => theme.color.ink2};
`;

const Split = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-block-size: 100dvh;

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 11fr) minmax(0, 7fr);
  }
`;

const Side = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    padding: ${t.space.xl};
    background: ${t.color.surface};
    border-inline-start: 1px solid ${t.color.line};
  `}
`;

const Main = styled.main`
  ${({ theme: t }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    justify-content: center;
    gap: ${t.space.l};
    inline-size: 100%;
    max-inline-size: ${t.size.loginForm};
    margin-inline: auto;

    form input {
      min-block-size: ${t.size.loginField}px;
    }
  `}
`;

const Title = styled.h1`
  ${type("page")}
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;

  > :first-child {
    margin-inline-end: auto;
  }
`;
