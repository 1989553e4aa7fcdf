import { Suspense, useEffect, useState } from "react";
import { Link, Outlet, useLocation, useMatch } from "react-router-dom";
import styled, { css } from "styled-components";
import { presencePath } from "../../../shared/pages.ts";
import { useSession } from "../../api/session.ts";
import { useCommandPalette } from "../../command-palette/useCommandPalette.tsx";
import { ReceiptPrinter } from "../../domain/receipts/ReceiptPrinter.tsx";
import { useSidebarCollapsed } from "../../hooks/preferences.ts";
import { t } from "../../i18n/t.ts";
import { useLiveMonthLock } from "../../live/monthLock.ts";
import { usePublishLocation } from "../../live/presence.ts";
import { useLiveSocietyInfo, useLiveSocietySettings } from "../../live/society.ts";
import { addIcons, Icon } from "../../ui/icon/Icon.tsx";
import { layoutIcons } from "../../ui/icon/layoutIcons.ts";
import { pageTitleId } from "../../ui/layout/Page.tsx";
import { hideInPrint, hideOnMobile } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { useLazyModule } from "../../ui/useLazyModule.ts";
import { ErrorBoundary, ErrorPage } from "../ErrorPages.tsx";
import { PageSpinner } from "../PageSpinner.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { Header } from "./Header.tsx";
import { IdentityConfirmation } from "./IdentityConfirmation.tsx";
import { findBreadcrumbs, findHouseBreadcrumbs, findMobileTabs, plotsLocation, toNavItem } from "./navigation.ts";
import { Sidebar } from "./Sidebar.tsx";

addIcons(layoutIcons);

/** Sidebar, header and content of all pages for signed-in users; on phones a menu and a tab bar replace the sidebar. */
export function AppLayout() {
  const menus = useSession()?.menus ?? [];
  const { pathname, search, key } = useLocation();
  const [isCollapsed, setIsCollapsed] = useSidebarCollapsed();
  /** The URL at which the mobile menu was opened. Navigation changes the URL and so closes the menu. */
  const [menuUrl, setMenuUrl] = useState<string>();
  const { module: MobileMenu, load: loadMobileMenu } = useLazyModule(importMobileMenu);
  const currentUrl = `${pathname}${search}`;
  const isMenuOpen = menuUrl === currentUrl;
  const houseNo = useMatch("/house/:HouseNo")?.params.HouseNo;
  /** The location that the menu shows as current. */
  const menuLocation = houseNo === undefined ? { pathname, search } : plotsLocation;
  const navItems = menus.map((item) => toNavItem(item, menuLocation));
  const mobileTabs = findMobileTabs(menus, menuLocation);

  // The live data that every screen needs; and the server learns which page this user has open.
  useLiveSocietyInfo();
  useLiveMonthLock();
  useLiveSocietySettings();
  usePublishLocation(presencePath({ pathname, search }));
  useEffect(() => {
    if (isMenuOpen) void loadMobileMenu();
  }, [isMenuOpen, loadMobileMenu]);

  function handleToggleSidebar() {
    setIsCollapsed(!isCollapsed);
  }

  const palette = useCommandPalette({ onToggleSidebar: handleToggleSidebar });

  return (
    <Shell data-shell>
      <SkipLink href="#content">{t("Skip to content")}</SkipLink>
      <SidebarSlot $collapsed={isCollapsed}>
        <Sidebar
          items={navItems}
          isCollapsed={isCollapsed}
          onToggle={handleToggleSidebar}
          onShortcuts={palette.openShortcuts}
        />
      </SidebarSlot>
      {MobileMenu && (
        <MobileMenu open={isMenuOpen} onOpenChange={(open) => setMenuUrl(open ? currentUrl : undefined)}>
          <Sidebar items={navItems}>
            <AccountMenu />
          </Sidebar>
        </MobileMenu>
      )}
      <Column>
        <Header
          breadcrumbs={
            houseNo === undefined ? findBreadcrumbs(menus, menuLocation) : findHouseBreadcrumbs(menus, houseNo)
          }
          onSearch={palette.openPalette}
          onOpenMenu={() => setMenuUrl(currentUrl)}
        />
        <Content id="content" tabIndex={-1} aria-labelledby={pageTitleId}>
          <ErrorBoundary resetKey={key} errorPage={<ErrorPage />}>
            <Suspense fallback={<PageSpinner />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
          {palette.dialogs}
          <IdentityConfirmation />
          <ErrorBoundary resetKey={key} errorPage={null}>
            <ReceiptPrinter />
          </ErrorBoundary>
        </Content>
        {mobileTabs.length > 0 && (
          <MobileTabBar aria-label={t("Quick menu")}>
            {mobileTabs.map(({ to, title, icon, isActive }) => (
              <MobileTab key={to} to={to} aria-current={isActive ? "page" : undefined}>
                <Icon name={icon} large />
                {title}
              </MobileTab>
            ))}
          </MobileTabBar>
        )}
      </Column>
    </Shell>
  );
}

async function importMobileMenu() {
  return (await import("./MobileMenu.tsx")).MobileMenu;
}

const Shell = styled.div`
  display: flex;
  block-size: 100dvh;

  @media print {
    display: block;
    block-size: auto;
  }
`;

const SidebarSlot = styled.aside<{ $collapsed: boolean }>`
  ${({ theme, $collapsed }) => css`
    flex: none;
    inline-size: ${$collapsed ? theme.size.sidebarCollapsed : theme.size.sidebar};
    border-inline-end: 1px solid ${theme.color.border};
    ${hideOnMobile}
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

const MobileTabBar = styled.nav`
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

const MobileTab = styled(Link)`
  ${typography("caption")}
  ${({ theme }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${theme.space.xxs};
    min-inline-size: 0;
    block-size: ${theme.size.tabBar}px;
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
