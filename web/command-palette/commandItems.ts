import { canAccess } from "../../shared/domain/resource-access.ts";
import { can } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotCategory } from "../../shared/resources/plot-category.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { role } from "../../shared/resources/role.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { users } from "../../shared/resources/users.ts";
import { foldTerms, foldText } from "../../shared/text.ts";
import type { Session } from "../../shared/wire.ts";
import { signOut } from "../api/session.ts";
import { useLanguageToggle } from "../domain/useLanguageToggle.ts";
import { useThemePreference } from "../hooks/preferences.ts";
import { type TranslationKey, t } from "../i18n/t.ts";
import { createFormUrl } from "../resource/useOpenCreateFromUrl.ts";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";

/** Records that can be added from anywhere, through the form of their page. */
const createCommands = [
  { resource: paymentReceipt, words: "Add Receipt" },
  { resource: plot, words: "Add Plot" },
  { resource: expenses, words: "Add Expense" },
  { resource: serviceRate, words: "Add service charge" },
  { resource: users, words: "Add User" },
  { resource: plotCategory, words: "Add Category" },
  { resource: plotType, words: "Add Type" },
  { resource: plotFloor, words: "Add Floor" },
  { resource: role, words: "Add Role" },
] as const satisfies readonly { resource: AnyResource; words: TranslationKey }[];

interface CommandItemsInput {
  session: Session;
  text: string;
  limit: number;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
}

/** The user's commands that match the text. */
export function useCommandItems({
  session,
  text,
  limit,
  onToggleSidebar,
  onShortcuts,
}: CommandItemsInput): PaletteItemGroup {
  const [theme, setTheme] = useThemePreference();
  const language = useLanguageToggle();
  const dark = theme === "dark";

  function handleTheme() {
    setTheme(dark ? "light" : "dark");
  }

  const all: PaletteItem[] = [
    ...createCommandsFor(session),
    { key: "theme", icon: dark ? "sun" : "moon", title: t(dark ? "Light theme" : "Dark theme"), run: handleTheme },
    { key: "language", icon: "languages", title: language.name, hint: t("Change language"), run: language.toggle },
    {
      key: "fold",
      icon: "panel-close",
      title: t("Collapse or expand the sidebar"),
      shortcut: "mod+b",
      run: onToggleSidebar,
    },
    { key: "shortcuts", icon: "keyboard", title: t("Show all shortcuts"), shortcut: "?", run: onShortcuts },
    { key: "sign-out", icon: "logout", title: t("Sign out"), run: () => void signOut() },
  ];
  const words = foldTerms(text);
  const named = all.filter((entry) => words.every((word) => searchTextOf(entry).includes(word)));
  const items = words.length === 0 ? named : named.slice(0, limit);
  const counts = named.length > items.length ? { shown: items.length, count: named.length } : undefined;
  return { key: "actions", heading: t("Actions"), counts, items };
}

function createCommandsFor(session: Session): PaletteItem[] {
  const allowed = createCommands.filter(
    ({ resource }) =>
      canAccess(session, { resource, verb: "create" }) &&
      can(session, { page: resource.guards.create.page, flag: "CanView" }),
  );
  return allowed.map(({ resource, words }) => ({
    key: `add-${resource.name}`,
    icon: "plus",
    title: t(words),
    url: createFormUrl(resource.guards.create.page),
  }));
}

function searchTextOf({ key, title, hint = "" }: PaletteItem): string {
  return foldText(`${title}\n${typeof hint === "string" ? hint : ""}\n${englishKeywords[key] ?? ""}`);
}

/** More English search terms. */
const englishKeywords: Readonly<Record<string, string>> = {
  theme: "Theme, dark and light mode",
  language: "Language, English, Urdu",
  fold: "Sidebar, menu",
  "sign-out": "Sign out, logout",
};
