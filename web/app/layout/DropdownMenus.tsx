import { Direction, DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { MenuItem, MenuLabel, MenuPanel, MenuSeparator } from "../../ui/menu/Menu.tsx";
import type { AccountProps } from "./AccountMenu.tsx";
import type { NavItem } from "./Sidebar.tsx";

type MenuProps = Omit<AccountProps, "name" | "role"> & { trigger: ReactElement };

/** What somebody may set for themselves; open when it comes. */
export function AccountMenuContent({ trigger, theme, onThemeChange, onLogout, items = [] }: MenuProps) {
  const other = theme === "dark" ? "light" : "dark";
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={8}>
          <MenuLabel>{t("My Account")}</MenuLabel>
          <MenuItem onSelect={() => onThemeChange(other)}>
            <Icon name={other === "dark" ? "moon" : "sun"} />
            {other === "dark" ? t("Dark theme") : t("Light theme")}
          </MenuItem>
          {items.map(({ key, label, icon, lang, onSelect }) => (
            <MenuItem key={key} lang={lang} onSelect={onSelect}>
              <Icon name={icon} />
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={onLogout}>
            <Icon name="logout" />
            {t("Logout")}
          </MenuItem>
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The links of a group beside the folded sidebar; open when it comes. */
export function SidebarGroupMenu({ entry, trigger }: { entry: NavItem; trigger: ReactElement }) {
  const side = Direction.useDirection() === "rtl" ? "left" : "right";
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel side={side} align="start" sideOffset={8}>
          <MenuLabel>{entry.title}</MenuLabel>
          {entry.children?.map((child) => (
            <MenuItem key={child.key} asChild>
              <Link to={child.to} aria-current={child.active ? "page" : undefined}>
                {child.title}
              </Link>
            </MenuItem>
          ))}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
