import { DropdownMenu } from "radix-ui";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { Avatar } from "./Avatar.tsx";
import { Tag } from "./Badge.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import { MenuItem, MenuLabel, MenuPanel, MenuRule } from "./ShellMenu.tsx";

export interface AccountProps {
  /** Full name, else user name, else "Account". */
  name: string;
  role: string;
  theme: "light" | "dark";
  onThemeChange: (theme: "light" | "dark") => void;
  onLogout: () => void;
  /** Further entries: language, change of password. */
  items?: readonly AccountItem[];
}

export interface AccountItem {
  key: string;
  label: string;
  icon: IconName;
  /** Where the label is in another language than the screens. */
  lang?: string;
  onSelect: () => void;
}

/** Who is signed in, and what they may set for themselves. */
export function HeaderAccount({ name, role, theme, onThemeChange, onLogout, items = [] }: AccountProps) {
  const other = theme === "dark" ? "light" : "dark";
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Trigger type="button">
          <Avatar name={name} large />
          <Name>{name}</Name>
          <Tag>{role}</Tag>
          <Icon name="chevron-down" />
        </Trigger>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={8}>
          <MenuLabel>{say("My Account")}</MenuLabel>
          <MenuItem onSelect={() => onThemeChange(other)}>
            <Icon name={other === "dark" ? "moon" : "sun"} />
            {other === "dark" ? say("Dark theme") : say("Light theme")}
          </MenuItem>
          {items.map(({ key, label, icon, lang, onSelect }) => (
            <MenuItem key={key} lang={lang} onSelect={onSelect}>
              <Icon name={icon} />
              {label}
            </MenuItem>
          ))}
          <MenuRule />
          <MenuItem onSelect={onLogout}>
            <Icon name="logout" />
            {say("Logout")}
          </MenuItem>
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const Trigger = styled.button`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};
    min-inline-size: 0;
    min-block-size: ${t.size.button}px;
    padding-inline: ${t.space.xs};
    border: 0;
    border-radius: ${t.radius.button};
    background: none;
    color: ${t.color.ink2};
    cursor: pointer;

    &:hover,
    &[data-state="open"] {
      background: ${t.color.sunken};
    }

    ${t.phone} {
      inline-size: 100%;
      min-block-size: ${t.size.phoneTarget}px;
    }
  `}
`;

const Name = styled.span`
  ${type("medium")}
  color: ${({ theme }) => theme.color.ink};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
