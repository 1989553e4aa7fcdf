import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { Icon } from "./Icon.tsx";

export type TabBarItem = {
  key: string;
  title: string;
  icon: string;
} & ({ to: string; active: boolean } | { onPress: () => void });

/** The phone's way about, under the thumb: up to four places or actions. */
export function ShellTabBar({ items }: { items: readonly TabBarItem[] }) {
  return (
    <Bar aria-label={say("Quick menu")}>
      {items.slice(0, 4).map((item) =>
        "to" in item ? (
          <Way key={item.key} to={item.to} aria-current={item.active ? "page" : undefined}>
            <Icon name={item.icon} large />
            {item.title}
          </Way>
        ) : (
          <Act key={item.key} type="button" onClick={item.onPress}>
            <Icon name={item.icon} large />
            {item.title}
          </Act>
        ),
      )}
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

    @media print {
      display: none;
    }
  `}
`;

const place = css`
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

const Way = styled(Link)`
  ${place}
`;

const Act = styled.button`
  ${place}
`;
