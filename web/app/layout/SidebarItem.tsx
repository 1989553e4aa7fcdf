import { useId, useState } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { Icon } from "../../ui/icon/Icon.tsx";
import { LazyMenu } from "../../ui/menu/LazyMenu.tsx";
import { touchSize, typography } from "../../ui/theme/theme.ts";

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
  return (await import("./SidebarGroupMenu.tsx")).SidebarGroupMenu;
}

function containsActive(entry: NavItem): boolean {
  return entry.active || (entry.children?.some((child) => child.active) ?? false);
}

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

const Grow = styled.span`
  flex: 1;
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
