import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { hideInPrint } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { useLazyModule } from "../../ui/useLazyModule.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { Header, type HeaderProps } from "./Header.tsx";
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
  const { module: LoadedMobileMenu, load } = useLazyModule(loadMobileMenu);
  useEffect(() => {
    if (mobileMenuOpen) void load();
  }, [mobileMenuOpen, load]);

  return (
    <Frame data-shell>
      <SkipLink href="#content">{t("Skip to content")}</SkipLink>
      <Side $collapsed={collapsed}>
        <Sidebar {...{ society, menu, collapsed, onCollapsedChange, onShortcuts }} />
      </Side>
      {LoadedMobileMenu && (
        <LoadedMobileMenu open={mobileMenuOpen} onOpenChange={onMobileMenuOpenChange}>
          <Sidebar society={society} menu={menu} collapsed={false}>
            <AccountMenu {...account} />
          </Sidebar>
        </LoadedMobileMenu>
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

export interface MobileTab {
  key: string;
  title: string;
  icon: string;
  to: string;
  active: boolean;
}

/** The phone's way about, under the thumb: up to four places. */
export function MobileTabBar({ items }: { items: readonly MobileTab[] }) {
  return (
    <Bar aria-label={t("Quick menu")}>
      {items.slice(0, 4).map(({ key, title, icon, to, active }) => (
        <TabLink key={key} to={to} aria-current={active ? "page" : undefined}>
          <Icon name={icon} large />
          {title}
        </TabLink>
      ))}
    </Bar>
  );
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

const Bar = styled.nav`
  ${({ theme }) => css`
    display: none;

    ${theme.mobile} {
      display: flex;
      flex: none;
      border-block-start: 1px solid ${theme.color.borderStrong};
      background: ${theme.color.surface};
      padding-block-end: env(safe-area-inset-bottom);
    }
    ${hideInPrint}
  `}
`;

const TabLink = styled(Link)`
  ${typography("key")}
  ${({ theme }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${theme.space.hair};
    min-inline-size: 0;
    block-size: ${theme.size.tabBar}px;
    padding: 0;
    border: 0;
    background: none;
    color: ${theme.color.textMuted};
    text-decoration: none;

    &[aria-current] {
      box-shadow: inset 0 ${theme.size.ring} 0 ${theme.color.accent};
      color: ${theme.color.accent};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${theme.size.ring});
    }
  `}
`;
