import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Logo } from "../../ui/icon/Logo.tsx";
import { LazyMenu } from "../../ui/menu/LazyMenu.tsx";
import { Kbd } from "../../ui/text/Text.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { touchSize, typography } from "../../ui/theme/theme.ts";

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

export interface NavItem {
  key: string;
  title: string;
  /** Name as stored with the menu. */
  icon?: string;
  to: string;
  /** The address is this entry's own; a parent is active through its children. */
  active: boolean;
  children?: readonly NavItem[];
}

/** One entry of the sidebar: a link, or a group that opens by itself when one of its links becomes active. */
export function SidebarItem({ entry, collapsed }: { entry: NavItem; collapsed: boolean }) {
  if (!entry.children?.length) return <SidebarLink entry={entry} collapsed={collapsed} />;
  return collapsed ? <CollapsedGroup entry={entry} /> : <SidebarGroup entry={entry} />;
}

function SidebarLink({ entry, collapsed }: { entry: NavItem; collapsed: boolean }) {
  return (
    <EntryLink
      to={entry.to}
      aria-current={entry.active ? "page" : undefined}
      aria-label={collapsed ? entry.title : undefined}
      title={collapsed ? entry.title : undefined}
      $collapsed={collapsed}
    >
      <Icon name={entry.icon ?? ""} />
      {!collapsed && entry.title}
    </EntryLink>
  );
}

function SidebarGroup({ entry }: { entry: NavItem }) {
  const within = containsActive(entry);
  const id = useId();
  const [open, setOpen] = useState(within);
  const [wasWithin, setWasWithin] = useState(within);
  if (within !== wasWithin) {
    setWasWithin(within);
    if (within) setOpen(true);
  }

  return (
    <>
      <EntryButton
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        $collapsed={false}
        $within={within}
      >
        <Icon name={entry.icon ?? ""} />
        <Grow>{entry.title}</Grow>
        <Icon name={open ? "chevron-down" : "chevron-right"} />
      </EntryButton>
      {open && (
        <Children id={id}>
          {entry.children?.map((child) => (
            <li key={child.key}>
              <ChildLink to={child.to} aria-current={child.active ? "page" : undefined}>
                {child.title}
              </ChildLink>
            </li>
          ))}
        </Children>
      )}
    </>
  );
}

function CollapsedGroup({ entry }: { entry: NavItem }) {
  const trigger = (
    <EntryButton type="button" aria-label={entry.title} title={entry.title} $collapsed $within={containsActive(entry)}>
      <Icon name={entry.icon ?? ""} />
    </EntryButton>
  );
  return <LazyMenu trigger={trigger} load={loadMenu} menuProps={{ entry }} />;
}

async function loadMenu() {
  return (await import("./DropdownMenus.tsx")).SidebarGroupMenu;
}

function containsActive(entry: NavItem): boolean {
  return entry.active || (entry.children?.some((child) => child.active) ?? false);
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

const Grow = styled.span`
  flex: 1;
`;

/** The look of everything in the sidebar that can be pressed. */
export const sidebarItemStyle = css<{ $collapsed?: boolean }>`
  ${typography("text")}
  ${({ theme, $collapsed }) => css`
    display: flex;
    align-items: center;
    justify-content: ${$collapsed ? "center" : "flex-start"};
    gap: ${theme.size.cellPadding};
    inline-size: 100%;
    min-block-size: ${touchSize(theme.size.menuEntry)};
    padding-block: 0;
    padding-inline: ${$collapsed ? 0 : theme.size.cellPadding};
    border: 0;
    border-radius: ${theme.radius.button};
    background: none;
    color: ${theme.color.textMuted};
    font-weight: 500;
    text-align: start;
    text-decoration: none;
    cursor: pointer;

    &:hover {
      background: ${theme.color.sunken};
      color: ${theme.color.text};
    }

    &[aria-current] {
      background: ${theme.color.accentSoft};
      color: ${theme.color.accent};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${theme.size.ring});
    }
  `}
`;

const EntryLink = styled(Link)<{ $collapsed: boolean }>`
  ${sidebarItemStyle}
`;

const EntryButton = styled.button<{ $collapsed: boolean; $within: boolean }>`
  ${sidebarItemStyle}
  ${({ theme, $within, $collapsed }) =>
    $within &&
    css`
      background: ${$collapsed ? theme.color.accentSoft : "none"};
      color: ${$collapsed ? theme.color.accent : theme.color.text};
      font-weight: 600;
    `}
`;

const Children = styled.ul`
  ${({ theme }) => css`
    position: relative;

    &::before {
      position: absolute;
      inset-block: 0;
      inset-inline-start: calc(${theme.size.cellPadding} + ${theme.size.icon / 2}px);
      inline-size: 1px;
      background: ${theme.color.border};
      content: "";
    }
  `}
`;

const ChildLink = styled(Link)<{ $collapsed?: boolean }>`
  ${sidebarItemStyle}
  ${({ theme }) => css`
    position: relative;
    min-block-size: ${touchSize(theme.size.menuChild)};
    padding-inline-start: calc(2 * ${theme.size.cellPadding} + ${theme.size.icon}px);
    font-weight: 400;
  `}
`;

const FooterButtonBox = styled.button<{ $collapsed: boolean }>`
  ${sidebarItemStyle}
`;
