import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { offPaper } from "./GlobalStyle.tsx";
import { Icon } from "./Icon.tsx";

export interface TabBarItem {
  key: string;
  title: string;
  icon: string;
  to: string;
  active: boolean;
}

/** The phone's way about, under the thumb: up to four places. */
export function ShellTabBar({ items }: { items: readonly TabBarItem[] }) {
  return (
    <Bar aria-label={say("Quick menu")}>
      {items.slice(0, 4).map(({ key, title, icon, to, active }) => (
        <Way key={key} to={to} aria-current={active ? "page" : undefined}>
          <Icon name={icon} large />
          {title}
        </Way>
      ))}
    </Bar>
  );
}

const Bar = styled.nav`
  ${({ theme: t }) => css`
    display: none;

    ${t.phone} {
      display: flex;
      flex: none;
      border-block-start: 1px solid ${t.color.line2};
      background: ${t.color.surface};
      padding-block-end: env(safe-area-inset-bottom);
    }
    ${offPaper}
  `}
`;

const Way = styled(Link)`
  ${type("key")}
  ${({ theme: t }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${t.space.hair};
    min-inline-size: 0;
    block-size: ${t.size.tabBar}px;
    padding: 0;
    border: 0;
    background: none;
    color: ${t.color.ink2};
    text-decoration: none;

    &[aria-current] {
      box-shadow: inset 0 ${t.size.ring} 0 ${t.color.accent};
      color: ${t.color.accent};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${t.size.ring});
    }
  `}
`;
