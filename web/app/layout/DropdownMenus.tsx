import { Direction, DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { Link, useNavigate } from "react-router-dom";
import { signOut } from "../../api/session.ts";
import { useLanguageToggle } from "../../domain/useLanguageToggle.ts";
import { useThemePreference } from "../../hooks/preferences.ts";
import { t } from "../../i18n/t.ts";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";
import { MenuItem, MenuLabel, MenuPanel, MenuSeparator } from "../../ui/menu/Menu.tsx";
import type { NavItem } from "./navigation.ts";

/**
 * The account menu: theme, language, password and security, the guide and logout. Mounted on the first click, so it
 * starts open.
 */
export function AccountMenuContent({ trigger }: { trigger: ReactElement }) {
  const [theme, setTheme] = useThemePreference();
  const language = useLanguageToggle();
  const navigate = useNavigate();
  const otherTheme = theme === "dark" ? "light" : "dark";
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={8}>
          <MenuLabel>{t("My Account")}</MenuLabel>
          <MenuItem onSelect={() => setTheme(otherTheme)}>
            <Icon name={otherTheme === "dark" ? "moon" : "sun"} />
            {otherTheme === "dark" ? t("Dark theme") : t("Light theme")}
          </MenuItem>
          <MenuItem lang={language.lang} onSelect={language.toggle}>
            <Icon name="languages" />
            {language.name}
          </MenuItem>
          <MenuItem onSelect={() => navigate("/account")}>
            <Icon name="key" />
            {t("Password and security")}
          </MenuItem>
          <MenuItem onSelect={() => navigate("/guide")}>
            <Icon name="book" />
            {t("Guide")}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => void signOut()}>
            <Icon name="logout" />
            {t("Logout")}
          </MenuItem>
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The links of a group of the collapsed sidebar. Mounted on the first click, so it starts open. */
export function SidebarGroupMenu({ item, trigger }: { item: NavItem; trigger: ReactElement }) {
  const side = Direction.useDirection() === "rtl" ? "left" : "right";
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel side={side} align="start" sideOffset={8}>
          <MenuLabel>{item.title}</MenuLabel>
          {item.children.map((child) => (
            <MenuItem key={child.key} asChild>
              <Link to={child.to} aria-current={child.isActive ? "page" : undefined}>
                {child.title}
              </Link>
            </MenuItem>
          ))}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The list of the page `to`, of which `count` entries wait for the user. */
export interface PendingItem {
  to: string;
  icon: IconName;
  /** Says what waits and how many. */
  label: string;
  count: number;
}

/** What waits for the user, as links. Mounted on the first click, so it starts open. */
export function PendingMenuContent({ items, trigger }: { items: readonly PendingItem[]; trigger: ReactElement }) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel align="end" sideOffset={8}>
          {items.map(({ to, icon, label }) => (
            <MenuItem key={to} asChild>
              <Link to={to}>
                <Icon name={icon} />
                {label}
              </Link>
            </MenuItem>
          ))}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
