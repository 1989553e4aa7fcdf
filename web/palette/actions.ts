import { canDo } from "../../shared/can-do.ts";
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
import type { Session } from "../../shared/wire.ts";
import { say, type Words } from "../lib/language.ts";
import { useTheme } from "../lib/preferences.ts";
import { signOut } from "../lib/session.ts";
import { addressToAdd } from "../useAskedToAdd.ts";
import { useOtherLanguage } from "../useOtherLanguage.ts";
import type { Entry, Group } from "./entries.ts";
import { foldedWords, foldText } from "./fold.ts";

/** What can be added from anywhere: each page opens with its form. */
const additions = [
  { resource: paymentReceipt, words: "Add Receipt" },
  { resource: plot, words: "Add Plot" },
  { resource: expenses, words: "Add Expense" },
  { resource: serviceRate, words: "Add service charge" },
  { resource: users, words: "Add User" },
  { resource: plotCategory, words: "Add Category" },
  { resource: plotType, words: "Add Type" },
  { resource: plotFloor, words: "Add Floor" },
  { resource: role, words: "Add Role" },
] as const satisfies readonly { resource: AnyResource; words: Words }[];

interface ActionsInput {
  session: Session;
  text: string;
  most: number;
  onFold: () => void;
  onShortcuts: () => void;
}

/** What can be done from anywhere by this person, as far as the text names it. */
export function useActions({ session, text, most, onFold, onShortcuts }: ActionsInput): Group {
  const [theme, setTheme] = useTheme();
  const language = useOtherLanguage();
  const dark = theme === "dark";

  function handleTheme() {
    setTheme(dark ? "light" : "dark");
  }

  const all: Entry[] = [
    ...additionsFor(session),
    { key: "theme", icon: dark ? "sun" : "moon", title: say(dark ? "Light theme" : "Dark theme"), run: handleTheme },
    { key: "language", icon: "languages", title: language.name, hint: say("Change language"), run: language.choose },
    { key: "fold", icon: "panel-close", title: say("Fold or unfold the sidebar"), shortcut: "mod+b", run: onFold },
    { key: "shortcuts", icon: "keyboard", title: say("Show all shortcuts"), shortcut: "?", run: onShortcuts },
    { key: "sign-out", icon: "logout", title: say("Sign out"), run: () => void signOut() },
  ];
  const words = foldedWords(text);
  const named = all.filter((entry) => words.every((word) => namesOf(entry).includes(word)));
  const entries = words.length === 0 ? named : named.slice(0, most);
  const of = named.length > entries.length ? { shown: entries.length, count: named.length } : undefined;
  return { key: "actions", heading: say("Actions"), of, entries };
}

function additionsFor(session: Session): Entry[] {
  const allowed = additions.filter(
    ({ resource }) =>
      canDo(session, { resource, verb: "create" }) &&
      can(session, { page: resource.guards.create.page, flag: "CanView" }),
  );
  return allowed.map(({ resource, words }) => ({
    key: `add-${resource.name}`,
    icon: "plus",
    title: say(words),
    to: addressToAdd(resource.guards.create.page),
  }));
}

function namesOf({ key, title, hint = "" }: Entry): string {
  return foldText(`${title}\n${typeof hint === "string" ? hint : ""}\n${english[key] ?? ""}`);
}

/** Other words by which people look for these. */
const english: Readonly<Record<string, string>> = {
  theme: "Theme, dark and light mode",
  language: "Language, English, Urdu",
  fold: "Sidebar, menu",
  "sign-out": "Sign out, logout",
};
