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
  { resource: paymentReceipt, label: "Add Receipt" },
  { resource: plot, label: "Add Plot" },
  { resource: expenses, label: "Add Expense" },
  { resource: serviceRate, label: "Add Service Charge" },
  { resource: users, label: "Add User" },
  { resource: plotCategory, label: "Add Category" },
  { resource: plotType, label: "Add Type" },
  { resource: plotFloor, label: "Add Floor" },
  { resource: role, label: "Add Role" },
] as const satisfies readonly { resource: AnyResource; label: TranslationKey }[];

interface CommandItemsInput {
  session: Session;
  text: string;
  /** The maximum number of commands for a text; without a text all are offered. */
  limit: number;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
}

/** The commands that the user may run and that match the text. */
export function useCommandItems({
  session,
  text,
  limit,
  onToggleSidebar,
  onShortcuts,
}: CommandItemsInput): PaletteItemGroup {
  const [theme, setTheme] = useThemePreference();
  const language = useLanguageToggle();
  const isDark = theme === "dark";

  function handleToggleTheme() {
    setTheme(isDark ? "light" : "dark");
  }

  const commands: PaletteItem[] = [
    ...listCreateCommands(session),
    ...(canAccess(session, { resource: paymentReceipt, verb: "remove" }) ? [buildVoidCommand()] : []),
    {
      key: "theme",
      icon: isDark ? "sun" : "moon",
      title: t(isDark ? "Light theme" : "Dark theme"),
      run: handleToggleTheme,
    },
    { key: "language", icon: "languages", title: language.name, hint: t("Change language"), run: language.toggle },
    {
      key: "sidebar",
      icon: "panel-close",
      title: t("Collapse or expand the sidebar"),
      shortcut: "mod+b",
      run: onToggleSidebar,
    },
    { key: "shortcuts", icon: "keyboard", title: t("Show all shortcuts"), shortcut: "?", run: onShortcuts },
    { key: "sign-out", icon: "logout", title: t("Sign out"), run: () => void signOut() },
  ];
  const terms = foldTerms(text);
  const matches = commands.filter((command) => terms.every((term) => searchTextOf(command).includes(term)));
  const items = terms.length === 0 ? matches : matches.slice(0, limit);
  const counts = matches.length > items.length ? { shown: items.length, total: matches.length } : undefined;
  return { key: "actions", heading: t("Actions"), counts, items };
}

function listCreateCommands(session: Session): PaletteItem[] {
  const allowedCommands = createCommands.filter(
    ({ resource }) =>
      canAccess(session, { resource, verb: "create" }) &&
      can(session, { page: resource.guards.create.page, flag: "CanView" }),
  );
  return allowedCommands.map(({ resource, label }) => ({
    key: `add-${resource.name}`,
    icon: "plus",
    title: t(label),
    url: createFormUrl(resource.guards.create.page),
    opensDialog: true,
  }));
}

/** Continues the search with "R-". When the user has typed the number, the actions of that receipt include Void. */
function buildVoidCommand(): PaletteItem {
  return {
    key: "void-receipt",
    icon: "trash",
    title: t("Void receipt"),
    hint: t("type its number, such as R-1477"),
    nextSearch: "R-",
  };
}

function searchTextOf({ key, title, hint = "" }: PaletteItem): string {
  return foldText(`${title}\n${typeof hint === "string" ? hint : ""}\n${englishKeywords[key] ?? ""}`);
}

/** More English search terms, by the key of a command. */
const englishKeywords: Readonly<Record<string, string>> = {
  theme: "Theme, dark and light mode",
  language: "Language, English, Urdu",
  sidebar: "Sidebar, menu",
  "sign-out": "Sign out, logout",
};
