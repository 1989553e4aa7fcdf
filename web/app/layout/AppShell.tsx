import { type ReactNode, useEffect } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { hideInPrint } from "../../ui/theme/GlobalStyle.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { useLazyModule } from "../../ui/useLazyModule.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { Header, type HeaderProps } from "./Header.tsx";
import { type MobileTab, MobileTabBar } from "./MobileTabBar.tsx";
import { Sidebar, type SidebarProps } from "./Sidebar.tsx";

interface AppShellProps extends Omit<SidebarProps, "children">, Omit<HeaderProps, "onOpenMenu"> {
  onCollapsedChange: (collapsed: boolean) => void;
  /** The phone's menu sheet. */
  mobileMenuOpen: boolean;
  onMobileMenuOpenChange: (open: boolean) => void;
  /** Up to four, on the phone only. */
  mobileTabs: readonly MobileTab[];
  children: ReactNode;
}

/** The frame around every page of a signed-in person: menu, header, content and the phone's bar. */
export function AppShell({ mobileMenuOpen, onMobileMenuOpenChange, mobileTabs, children, ...rest }: AppShellProps) {
  const { society, menu, collapsed, onCollapsedChange, onShortcuts } = rest;
  const { breadcrumbs, onSearch, presence, connection, account } = rest;
  const { part: Sheet, load } = useLazyModule(loadMobileMenu);
  useEffect(() => {
    if (mobileMenuOpen) void load();
  }, [mobileMenuOpen, load]);

  return (
    <Frame data-shell>
      <SkipLink href="#content">{t("Skip to content")}</SkipLink>
      <Side $collapsed={collapsed}>
        <Sidebar {...{ society, menu, collapsed, onCollapsedChange, onShortcuts }} />
      </Side>
      {Sheet && (
        <Sheet open={mobileMenuOpen} onOpenChange={onMobileMenuOpenChange}>
          <Sidebar society={society} menu={menu} collapsed={false}>
            <AccountMenu {...account} />
          </Sidebar>
        </Sheet>
      )}
      <Column>
        <Header
          {...{ breadcrumbs, onSearch, presence, connection, account }}
          onOpenMenu={() => onMobileMenuOpenChange(true)}
        />
        <Content id="content" tabIndex={-1}>
          {children}
        </Content>
        {mobileTabs.length > 0 && <MobileTabBar items={mobileTabs} />}
      </Column>
    </Frame>
  );
}

async function loadMobileMenu() {
  return (await import("./MobileMenu.tsx")).MobileMenu;
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
  ${({ theme, $collapsed }) => css`
    flex: none;
    inline-size: ${$collapsed ? theme.size.sidebarCollapsed : theme.size.sidebar};
    border-inline-end: 1px solid ${theme.color.border};

    ${theme.mobile} {
      display: none;
    }
    ${hideInPrint}
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

const SkipLink = styled.a`
  ${typography("strong")}
  ${({ theme }) => css`
    position: fixed;
    inset-block-start: ${theme.space.s};
    inset-inline-start: ${theme.space.s};
    z-index: ${theme.layer.menu};
    padding: ${theme.space.s} ${theme.space.m};
    border-radius: ${theme.radius.button};
    background: ${theme.color.accent};
    color: ${theme.color.onAccent};

    &:not(:focus) {
      inset-block-start: auto;
      inset-block-end: 100%;
    }
  `}
`;
