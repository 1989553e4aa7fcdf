import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { touchable, type } from "../theme.ts";
import { offPaper } from "./GlobalStyle.tsx";

export interface TabItem {
  key: string;
  label: string;
  /** A link, so that a tab can be sent, opened aside and gone back from. */
  to: string;
  count?: number;
}

interface TabsProps {
  items: readonly TabItem[];
  /** Key of the open tab. */
  active: string;
  label?: string;
}

/** The tabs of a page, each an address of its own. */
export function Tabs({ items, active, label = say("Sections") }: TabsProps) {
  const bar = useRef<HTMLElement>(null);

  // Where not all tabs fit, the open one is among those in sight.
  useLayoutEffect(() => {
    const open = active && bar.current?.querySelector("[aria-current]");
    if (open) open.scrollIntoView({ block: "nearest", inline: "center" });
  }, [active]);

  return (
    <Bar ref={bar} aria-label={label}>
      {items.map((item) => (
        <Tab key={item.key} to={item.to} aria-current={item.key === active ? "page" : undefined}>
          {item.label}
          {item.count !== undefined && <Count>{item.count}</Count>}
        </Tab>
      ))}
    </Bar>
  );
}

const Bar = styled.nav`
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    gap: ${t.space.xl};
    padding-inline: ${t.size.gutter};
    overflow-x: auto;
    border-block-end: 1px solid ${t.color.line};
    scrollbar-width: none;
    ${offPaper}
  `}
`;

const Tab = styled(Link)`
  ${type("text")}
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${t.space.s};
    block-size: ${touchable(t.size.tab)};
    border-block: ${t.size.ring} solid transparent;
    color: ${t.color.ink2};
    text-decoration: none;

    &:hover {
      color: ${t.color.ink};
    }

    &[aria-current] {
      border-block-end-color: ${t.color.accent};
      color: ${t.color.ink};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${t.size.ring});
    }
  `}
`;

const Count = styled.span`
  color: ${({ theme }) => theme.color.ink3};
  font-weight: 400;
`;
