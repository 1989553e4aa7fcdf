import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { say } from "../lib/language.ts";
import type { AccountProps } from "./HeaderAccount.tsx";
import { Icon } from "./Icon.tsx";
import { MenuItem, MenuLabel, MenuPanel, MenuRule } from "./ShellMenu.tsx";

type MenuProps = Omit<AccountProps, "name" | "role"> & { trigger: ReactElement };

/** What somebody may set for themselves; open when it comes. */
export function HeaderAccountMenu({ trigger, theme, onThemeChange, onLogout, items = [] }: MenuProps) {
  const other = theme === "dark" ? "light" : "dark";
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
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
