import { type ReactNode, useId, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import styled, { css } from "styled-components";
import { useSocietyName } from "../../api/societyInfo.ts";
import { SocietyLogo } from "../../domain/SocietyLogo.tsx";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { LazyMenu } from "../../ui/menu/LazyMenu.tsx";
import { Kbd } from "../../ui/text/Text.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import type { NavItem } from "./navigation.ts";

interface SidebarProps {
  items: readonly NavItem[];
  isCollapsed?: boolean;
  /** Adds the button that collapses or expands the sidebar. */
  onToggle?: () => void;
  onShortcuts?: () => void;
  /** Shown below the menu. */
  children?: ReactNode;
}

/** The society's name, the menu and buttons below it. */
export function Sidebar({ items, isCollapsed = false, onToggle, onShortcuts, children }: SidebarProps) {
  const society = useSocietyName();
  const isActive = useLocation().pathname === "/guide";
  const guide: NavItem = { key: "guide", title: t("Guide"), icon: "book", to: "/guide", isActive, children: [] };
  return (
    <Column $collapsed={isCollapsed}>
      <Brand $collapsed={isCollapsed}>
        <SocietyLogo />
        {!isCollapsed && <Name title={society}>{society}</Name>}
      </Brand>
      <Menu aria-label={t("Main menu")}>
        <ul>
          {items.map((item) => (
            <li key={item.key}>
              <SidebarItem item={item} isCollapsed={isCollapsed} />
            </li>
          ))}
        </ul>
      </Menu>
      {children}
      <div>
        <SidebarLink item={guide} isCollapsed={isCollapsed} />
        {onShortcuts && (
          <FooterButton
            icon="keyboard"
            title={t("Shortcuts")}
            shortcut="?"
            isCollapsed={isCollapsed}
            onClick={onShortcuts}
          />
        )}
        {onToggle && (
          <FooterButton
            icon={isCollapsed ? "panel-open" : "panel-close"}
            title={isCollapsed ? t("Expand") : t("Collapse")}
            shortcut="Ctrl B"
            isCollapsed={isCollapsed}
            onClick={onToggle}
          />
        )}
      </div>
    </Column>
  );
}

interface FooterButtonProps {
  icon: string;
  title: string;
  shortcut: string;
  isCollapsed: boolean;
  onClick: () => void;
}

function FooterButton({ icon, title, shortcut, isCollapsed, onClick }: FooterButtonProps) {
  return (
    <EntryButton
      type="button"
      aria-label={title}
      title={`${title} (${shortcut})`}
      onClick={onClick}
      $collapsed={isCollapsed}
    >
      <Icon name={icon} />
      {!isCollapsed && (
        <>
          <Grow>{title}</Grow>
          <Kbd>{shortcut}</Kbd>
        </>
      )}
    </EntryButton>
  );
}

/** A link or a group of links. */
function SidebarItem({ item, isCollapsed }: { item: NavItem; isCollapsed: boolean }) {
  if (item.children.length === 0) return <SidebarLink item={item} isCollapsed={isCollapsed} />;
  return isCollapsed ? <CollapsedGroup item={item} /> : <SidebarGroup item={item} />;
}

function SidebarLink({ item, isCollapsed }: { item: NavItem; isCollapsed: boolean }) {
  return (
    <EntryLink
      to={item.to}
      aria-current={item.isActive ? "page" : undefined}
      aria-label={isCollapsed ? item.title : undefined}
      title={isCollapsed ? item.title : undefined}
      $collapsed={isCollapsed}
    >
      <Icon name={item.icon} />
      {!isCollapsed && item.title}
    </EntryLink>
  );
}

/** A group of links, which expands when one of them becomes active. */
function SidebarGroup({ item }: { item: NavItem }) {
  const hasActivePage = containsActivePage(item);
  const id = useId();
  const [isOpen, setIsOpen] = useState(hasActivePage);
  const [hadActivePage, setHadActivePage] = useState(hasActivePage);
  if (hasActivePage !== hadActivePage) {
    setHadActivePage(hasActivePage);
    if (hasActivePage) setIsOpen(true);
  }

  return (
    <>
      <EntryButton
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        $collapsed={false}
        $active={hasActivePage}
      >
        <Icon name={item.icon} />
        <Grow>{item.title}</Grow>
        <Icon name={isOpen ? "chevron-down" : "chevron-right"} />
      </EntryButton>
      {isOpen && (
        <SubmenuList id={id}>
          {item.children.map((child) => (
            <li key={child.key}>
              <ChildLink to={child.to} aria-current={child.isActive ? "page" : undefined}>
                {child.title}
              </ChildLink>
            </li>
          ))}
        </SubmenuList>
      )}
    </>
  );
}

/** A group in the collapsed sidebar: a button that opens its links as a menu. */
function CollapsedGroup({ item }: { item: NavItem }) {
  const trigger = (
    <EntryButton type="button" aria-label={item.title} title={item.title} $collapsed $active={containsActivePage(item)}>
      <Icon name={item.icon} />
    </EntryButton>
  );
  return <LazyMenu trigger={trigger} load={loadGroupMenu} menuProps={{ item }} />;
}

async function loadGroupMenu() {
  return (await import("./DropdownMenus.tsx")).SidebarGroupMenu;
}

function containsActivePage(item: NavItem): boolean {
  return item.isActive || item.children.some((child) => child.isActive);
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

const Name = styled.div`
  min-inline-size: 0;
  ${typography("strong")}
  ${ellipsis}
`;

/**
 * Has a line at its lower edge while entries are scrolled out of view below. The line is the second gradient; the first
 * one scrolls with the content and covers the line when the end of the content is reached.
 */
const Menu = styled.nav`
  ${({ theme: { color, space } }) => css`
    flex: 1;
    min-block-size: 0;
    margin-block-end: ${space.s};
    overflow-y: auto;
    background:
      linear-gradient(${color.canvas}, ${color.canvas}) bottom / 100% 1px no-repeat local,
      linear-gradient(${color.borderStrong}, ${color.borderStrong}) bottom / 100% 1px no-repeat;
    scrollbar-width: thin;
  `}
`;

const Grow = styled.span`
  flex: 1;
`;

/** Links and buttons of the sidebar. */
const sidebarItemStyle = css<{ $collapsed?: boolean }>`
  ${typography("text")}
  ${({ theme, $collapsed }) => css`
    display: flex;
    align-items: center;
    justify-content: ${$collapsed ? "center" : "flex-start"};
    gap: ${theme.size.cellPadding};
    inline-size: 100%;
    min-block-size: ${targetSize(theme.size.menuEntry)};
    padding-inline: ${$collapsed ? 0 : theme.size.cellPadding};
    border-radius: ${theme.radius.button};
    color: ${theme.color.textMuted};
    font-weight: 500;
    text-align: start;
    text-decoration: none;

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

const EntryButton = styled.button<{ $collapsed: boolean; $active?: boolean }>`
  ${sidebarItemStyle}
  ${({ theme, $active, $collapsed }) =>
    $active &&
    css`
      background: ${$collapsed ? theme.color.accentSoft : "none"};
      color: ${$collapsed ? theme.color.accent : theme.color.text};
      font-weight: 600;
    `}
`;

const SubmenuList = styled.ul`
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
    min-block-size: ${targetSize(theme.size.menuChild)};
    padding-inline-start: calc(2 * ${theme.size.cellPadding} + ${theme.size.icon}px);
    font-weight: 400;
  `}
`;
