import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { shadowAtEnd, shadowAtStart, useScrollShadow } from "../scrollShadow.ts";
import { hideInPrint } from "../theme/mixins.ts";
import { targetSize, typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";

interface TabItem {
  key: string;
  label: string;
  /** The URL of the tab. */
  to: string;
  count?: number;
}

interface TabsProps {
  items: readonly TabItem[];
  /** Key of the open tab. */
  active: string;
  label?: string;
}

/** The tabs of a page as links. A shadow shows at which end tabs are hidden. */
export function Tabs({ items, active, label }: TabsProps) {
  const texts = useUiTexts();
  const bar = useRef<HTMLElement>(null);

  // Scrolls the open tab into view if not all tabs fit.
  useLayoutEffect(() => {
    const openTab = active && bar.current?.querySelector("[aria-current]");
    if (openTab) openTab.scrollIntoView({ block: "nearest", inline: "center" });
  }, [active]);

  useScrollShadow(bar);

  return (
    <Frame>
      <Bar ref={bar} aria-label={label ?? texts.sections}>
        {items.map((item) => (
          <Tab key={item.key} to={item.to} aria-current={item.key === active ? "page" : undefined}>
            {item.label}
            {item.count !== undefined && <Count>{item.count}</Count>}
          </Tab>
        ))}
      </Bar>
    </Frame>
  );
}

const Frame = styled.div`
  position: relative;
  flex: none;
  ${shadowAtStart}
  ${shadowAtEnd}
  ${hideInPrint}
`;

const Bar = styled.nav`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.xl};
    padding-inline: ${theme.size.gutter};
    overflow-x: auto;
    border-block-end: 1px solid ${theme.color.border};
    scrollbar-width: none;
  `}
`;

const Tab = styled(Link)`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.s};
    block-size: ${targetSize(theme.size.tab)};
    border-block: ${theme.size.ring} solid transparent;
    color: ${theme.color.textMuted};
    text-decoration: none;

    &:hover {
      color: ${theme.color.text};
    }

    &[aria-current] {
      border-block-end-color: ${theme.color.accent};
      color: ${theme.color.text};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${theme.size.ring});
    }
  `}
`;

const Count = styled.span`
  color: ${({ theme }) => theme.color.textSubtle};
  font-weight: 400;
`;
