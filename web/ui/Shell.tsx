import { type ReactNode, useEffect } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { offPaper } from "./GlobalStyle.tsx";
import { Header, type HeaderProps } from "./Header.tsx";
import { HeaderAccount } from "./HeaderAccount.tsx";
import { ShellTabBar, type TabBarItem } from "./ShellTabBar.tsx";
import { Sidebar, type SidebarProps } from "./Sidebar.tsx";
import { useOnDemand } from "./useOnDemand.ts";

interface ShellProps extends Omit<SidebarProps, "children">, Omit<HeaderProps, "onMenu"> {
  onCollapsedChange: (collapsed: boolean) => void;
  /** The phone's menu sheet. */
  menuOpen: boolean;
  onMenuOpenChange: (open: boolean) => void;
  /** Up to four, on the phone only. */
  tabBar: readonly TabBarItem[];
  children: ReactNode;
}

/** The frame around every page of a signed-in person: menu, header, content and the phone's bar. */
export function Shell({ menuOpen, onMenuOpenChange, tabBar, children, ...rest }: ShellProps) {
  const { society, menu, collapsed, onCollapsedChange, onShortcuts } = rest;
  const { crumbs, onSearch, presence, connection, account } = rest;
  const { part: Sheet, bring } = useOnDemand(loadSheet);
  useEffect(() => {
    if (menuOpen) void bring();
  }, [menuOpen, bring]);

  return (
    <Frame data-shell>
      <Skip href="#content">{say("Skip to content")}</Skip>
      <Side $collapsed={collapsed}>
        <Sidebar {...{ society, menu, collapsed, onCollapsedChange, onShortcuts }} />
      </Side>
      {Sheet && (
        <Sheet open={menuOpen} onOpenChange={onMenuOpenChange}>
          <Sidebar society={society} menu={menu} collapsed={false}>
            <HeaderAccount {...account} />
          </Sidebar>
        </Sheet>
      )}
      <Column>
        <Header {...{ crumbs, onSearch, presence, connection, account }} onMenu={() => onMenuOpenChange(true)} />
        <Content id="content" tabIndex={-1}>
          {children}
        </Content>
        {tabBar.length > 0 && <ShellTabBar items={tabBar} />}
      </Column>
    </Frame>
  );
}

async function loadSheet() {
  return (await import("./ShellSheet.tsx")).ShellSheet;
}

const Frame = styled.div`
  display: flex;
  block-size: 100dvh;

  @media print {
    display: block;
    block-size: auto;
  }
`;

const Side = styled.aside<{ $collapsed: boolean }>`
  ${({ theme: t, $collapsed }) => css`
    flex: none;
    inline-size: ${$collapsed ? t.size.sidebarCollapsed : t.size.sidebar};
    border-inline-end: 1px solid ${t.color.line};

    ${t.phone} {
      display: none;
    }
    ${offPaper}
  `}
`;

const Column = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
`;

const Content = styled.main`
  flex: 1;
  min-block-size: 0;
  overflow: auto;

  &:focus-visible {
    outline: none;
  }

  @media print {
    overflow: visible;
  }
`;

const Skip = styled.a`
  ${type("strong")}
  ${({ theme: t }) => css`
    position: fixed;
    inset-block-start: ${t.space.s};
    inset-inline-start: ${t.space.s};
    z-index: ${t.layer.menu};
    padding: ${t.space.s} ${t.space.m};
    border-radius: ${t.radius.button};
    background: ${t.color.accent};
    color: ${t.color.onAccent};

    &:not(:focus) {
      inset-block-start: auto;
      inset-block-end: 100%;
    }
  `}
`;
