import { useId, useState } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { touchable, type } from "../theme.ts";
import { Icon } from "./Icon.tsx";
import { LateMenu } from "./LateMenu.tsx";

export interface MenuEntry {
  key: string;
  title: string;
  /** Name as stored with the menu. */
  icon?: string;
  to: string;
  /** The address is this entry's own; a parent is active through its children. */
  active: boolean;
  children?: readonly MenuEntry[];
}

/** One entry of the sidebar: a link, or a group that opens by itself when one of its links becomes active. */
export function SidebarEntry({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
  if (!entry.children?.length) return <Way entry={entry} collapsed={collapsed} />;
  return collapsed ? <FoldedGroup entry={entry} /> : <Group entry={entry} />;
}

function Way({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
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

function Group({ entry }: { entry: MenuEntry }) {
  const within = holdsActive(entry);
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

function FoldedGroup({ entry }: { entry: MenuEntry }) {
  const trigger = (
    <EntryButton type="button" aria-label={entry.title} title={entry.title} $collapsed $within={holdsActive(entry)}>
      <Icon name={entry.icon ?? ""} />
    </EntryButton>
  );
  return <LateMenu trigger={trigger} load={loadMenu} menu={{ entry }} />;
}

async function loadMenu() {
  return (await import("./SidebarMenu.tsx")).SidebarMenu;
}

function holdsActive(entry: MenuEntry): boolean {
  return entry.active || (entry.children?.some((child) => child.active) ?? false);
}

/** The look of everything in the sidebar that can be pressed. */
export const entryStyle = css<{ $collapsed?: boolean }>`
  ${type("text")}
  ${({ theme: t, $collapsed }) => css`
    display: flex;
    align-items: center;
    justify-content: ${$collapsed ? "center" : "flex-start"};
    gap: ${t.size.cellPad};
    inline-size: 100%;
    min-block-size: ${touchable(t.size.menuEntry)};
    padding-block: 0;
    padding-inline: ${$collapsed ? 0 : t.size.cellPad};
    border: 0;
    border-radius: ${t.radius.button};
    background: none;
    color: ${t.color.ink2};
    font-weight: 500;
    text-align: start;
    text-decoration: none;
    cursor: pointer;

    &:hover {
      background: ${t.color.sunken};
      color: ${t.color.ink};
    }

    &[aria-current] {
      background: ${t.color.accentSoft};
      color: ${t.color.accent};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${t.size.ring});
    }
  `}
`;

const EntryLink = styled(Link)<{ $collapsed: boolean }>`
  ${entryStyle}
`;

const EntryButton = styled.button<{ $collapsed: boolean; $within: boolean }>`
  ${entryStyle}
  ${({ theme: t, $within, $collapsed }) =>
    $within &&
    css`
      background: ${$collapsed ? t.color.accentSoft : "none"};
      color: ${$collapsed ? t.color.accent : t.color.ink};
      font-weight: 600;
    `}
`;

const Grow = styled.span`
  flex: 1;
`;

const Children = styled.ul`
  ${({ theme: t }) => css`
    position: relative;

    &::before {
      position: absolute;
      inset-block: 0;
      inset-inline-start: calc(${t.size.cellPad} + ${t.size.icon / 2}px);
      inline-size: 1px;
      background: ${t.color.line};
      content: "";
    }
  `}
`;

const ChildLink = styled(Link)<{ $collapsed?: boolean }>`
  ${entryStyle}
  ${({ theme: t }) => css`
    position: relative;
    min-block-size: ${touchable(t.size.menuChild)};
    padding-inline-start: calc(2 * ${t.size.cellPad} + ${t.size.icon}px);
    font-weight: 400;
  `}
`;
