import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { MenuItem, MenuLabel, MenuPanel, MenuSeparator } from "../../ui/menu/Menu.tsx";
import type { AccountProps } from "./AccountMenu.tsx";

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
