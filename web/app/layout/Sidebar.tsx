import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Logo } from "../../ui/icon/Logo.tsx";
import { Kbd } from "../../ui/text/Kbd.tsx";
import { ellipsis } from "../../ui/theme/ellipsis.ts";
import { typography } from "../../ui/theme/theme.ts";
import { type NavItem, SidebarItem, sidebarItemStyle } from "./SidebarItem.tsx";

export interface SidebarProps {
  society: { name: string; tagline?: string };
  menu: readonly NavItem[];
  collapsed: boolean;
  /** Without it there is nothing to collapse, as in the phone's sheet. */
  onCollapsedChange?: (collapsed: boolean) => void;
  onShortcuts?: () => void;
  /** Below the menu, above the foot: the account, in the phone's sheet. */
  children?: ReactNode;
}

/** Brand, menu and foot. */
export function Sidebar({ society, menu, collapsed, onCollapsedChange, onShortcuts, children }: SidebarProps) {
  return (
    <Column $collapsed={collapsed}>
      <Brand $collapsed={collapsed}>
        <Logo />
        {!collapsed && (
          <Names>
            <Name>{society.name}</Name>
            {society.tagline && <Tagline>{society.tagline}</Tagline>}
          </Names>
        )}
      </Brand>
      <Menu aria-label={t("Main menu")}>
        <ul>
          {menu.map((entry) => (
            <li key={entry.key}>
              <SidebarItem entry={entry} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      </Menu>
      {children}
      <div>
        {onShortcuts && (
          <FooterButton icon="keyboard" title={t("Shortcuts")} kbd="?" collapsed={collapsed} onPress={onShortcuts} />
        )}
        {onCollapsedChange && (
          <FooterButton
            icon={collapsed ? "panel-open" : "panel-close"}
            title={collapsed ? t("Expand") : t("Collapse")}
            kbd="Ctrl B"
            collapsed={collapsed}
            onPress={() => onCollapsedChange(!collapsed)}
          />
        )}
      </div>
    </Column>
  );
}

interface FooterButtonProps {
  icon: string;
  title: string;
  kbd: string;
  collapsed: boolean;
  onPress: () => void;
}

function FooterButton({ icon, title, kbd, collapsed, onPress }: FooterButtonProps) {
  return (
    <FooterButtonBox
      type="button"
      aria-label={title}
      title={`${title} (${kbd})`}
      onClick={onPress}
      $collapsed={collapsed}
    >
      <Icon name={icon} />
      {!collapsed && (
        <>
          <Grow>{title}</Grow>
          <Kbd>{kbd}</Kbd>
        </>
      )}
    </FooterButtonBox>
  );
}

const Column = styled.div<{ $collapsed: boolean }>`
  ${({ theme, $collapsed }) => css`
    display: flex;
    flex-direction: column;
    block-size: 100%;
    padding: 0 ${$collapsed ? theme.space.xs : theme.space.m} ${theme.space.m};
    background: ${theme.color.canvas};
  `}
`;

const Brand = styled.div<{ $collapsed: boolean }>`
  ${({ theme, $collapsed }) => css`
    display: flex;
    flex: none;
    align-items: center;
    justify-content: ${$collapsed ? "center" : "flex-start"};
    gap: ${theme.size.cellPadding};
    block-size: ${theme.size.header}px;
    margin-block-end: ${theme.space.m};
    padding-inline: ${$collapsed ? 0 : theme.space.s};
  `}
`;

const Names = styled.div`
  min-inline-size: 0;
`;

const Name = styled.div`
  ${typography("strong")}
  ${ellipsis}
`;

const Tagline = styled.div`
  ${typography("key")}
  color: ${({ theme }) => theme.color.textSubtle};
`;

const Menu = styled.nav`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  scrollbar-width: thin;
`;

const FooterButtonBox = styled.button<{ $collapsed: boolean }>`
  ${sidebarItemStyle}
`;

const Grow = styled.span`
  flex: 1;
`;
