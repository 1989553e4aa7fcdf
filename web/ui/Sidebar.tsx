import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { clipped } from "./clipped.ts";
import { Icon } from "./Icon.tsx";
import { IconBrand } from "./IconBrand.tsx";
import { Kbd } from "./Kbd.tsx";
import { entryStyle, type MenuEntry, SidebarEntry } from "./SidebarEntry.tsx";

export interface SidebarProps {
  society: { name: string; line?: string };
  menu: readonly MenuEntry[];
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
        <IconBrand />
        {!collapsed && (
          <Names>
            <Name>{society.name}</Name>
            {society.line && <Line>{society.line}</Line>}
          </Names>
        )}
      </Brand>
      <Menu aria-label={say("Main menu")}>
        <ul>
          {menu.map((entry) => (
            <li key={entry.key}>
              <SidebarEntry entry={entry} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      </Menu>
      {children}
      <div>
        {onShortcuts && (
          <FootButton icon="keyboard" title={say("Shortcuts")} kbd="?" collapsed={collapsed} onPress={onShortcuts} />
        )}
        {onCollapsedChange && (
          <FootButton
            icon={collapsed ? "panel-open" : "panel-close"}
            title={collapsed ? say("Expand") : say("Collapse")}
            kbd="Ctrl B"
            collapsed={collapsed}
            onPress={() => onCollapsedChange(!collapsed)}
          />
        )}
      </div>
    </Column>
  );
}

interface FootButtonProps {
  icon: string;
  title: string;
  kbd: string;
  collapsed: boolean;
  onPress: () => void;
}

function FootButton({ icon, title, kbd, collapsed, onPress }: FootButtonProps) {
  return (
    <Foot type="button" aria-label={title} title={`${title} (${kbd})`} onClick={onPress} $collapsed={collapsed}>
      <Icon name={icon} />
      {!collapsed && (
        <>
          <Grow>{title}</Grow>
          <Kbd>{kbd}</Kbd>
        </>
      )}
    </Foot>
  );
}

const Column = styled.div<{ $collapsed: boolean }>`
  ${({ theme: t, $collapsed }) => css`
    display: flex;
    flex-direction: column;
    block-size: 100%;
    padding: 0 ${$collapsed ? t.space.xs : t.space.m} ${t.space.m};
    background: ${t.color.canvas};
  `}
`;

const Brand = styled.div<{ $collapsed: boolean }>`
  ${({ theme: t, $collapsed }) => css`
    display: flex;
    flex: none;
    align-items: center;
    justify-content: ${$collapsed ? "center" : "flex-start"};
    gap: ${t.size.cellPad};
    block-size: ${t.size.header}px;
    margin-block-end: ${t.space.m};
    padding-inline: ${$collapsed ? 0 : t.space.s};
  `}
`;

const Names = styled.div`
  min-inline-size: 0;
`;

const Name = styled.div`
  ${type("strong")}
  ${clipped}
`;

const Line = styled.div`
  ${type("key")}
  color: ${({ theme }) => theme.color.ink3};
`;

const Menu = styled.nav`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  scrollbar-width: thin;
`;

const Foot = styled.button<{ $collapsed: boolean }>`
  ${entryStyle}
`;

const Grow = styled.span`
  flex: 1;
`;
