import type { MenuItem } from "../../shared/wire.ts";
import { say, sayName } from "../lib/language.ts";
import type { Entry, Group } from "./entries.ts";
import { foldedWords, foldText } from "./fold.ts";

/** Those whose list has a search, the likeliest first. */
const searchable = [
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
  "/society-management?tab=plots",
  "/finance-management?tab=expenses",
  "/finance-management?tab=received",
  "/society-management?tab=plot-users",
  "/payment-management?tab=service-charges",
  "/payment-management?tab=payment-plans",
];

const mostSearched = 3;

/** The pages and tabs of the person's menu that the text names, and those that can search for it. */
export function pagesFor(menus: readonly MenuItem[], { text, most }: { text: string; most: number }): Group {
  const links = linksIn(menus);
  const words = foldedWords(text);
  const named = links.filter((link) => words.every((word) => link.text.includes(word)));
  const shown = words.length === 0 ? named : named.slice(0, most);
  const searched = words.length === 0 ? [] : searchesIn(links).filter((link) => !shown.includes(link));
  return {
    key: "pages",
    heading: say("Pages"),
    of: named.length > shown.length ? { shown: shown.length, count: named.length } : undefined,
    entries: [
      ...shown.map(({ to, icon, title, above }): Entry => ({ key: `page ${to}`, icon, title, hint: above, to })),
      ...searched.map(({ to, icon, title }): Entry => {
        const query = text.trim();
        const hint = say("searched for “{text}”", { text: query });
        return { key: `search ${to}`, icon, title, hint, to: `${to}&q=${encodeURIComponent(query)}` };
      }),
    ],
  };
}

/** Whether the page was found by its name, not to be searched. */
export function isNamed({ key }: Entry): boolean {
  return key.startsWith("page ");
}

interface Link {
  to: string;
  icon: string;
  title: string;
  /** The page of which it is a tab. */
  above?: string;
  /** In both languages, folded. */
  text: string;
}

function linksIn(menus: readonly MenuItem[]): Link[] {
  return [...menus.flatMap((item) => [linkOf(item), ...item.SubItems.map((sub) => linkOf(sub, item))]), ownAccount()];
}

function linkOf(item: MenuItem, above?: MenuItem): Link {
  const title = sayName(item.Title);
  const names = [item.Title, title, above?.Title ?? "", above ? sayName(above.Title) : ""];
  return {
    to: item.Path,
    icon: item.Icon,
    title,
    above: above && sayName(above.Title),
    text: foldText(names.join("\n")),
  };
}

function ownAccount(): Link {
  const title = say("My Account");
  return { to: "/account", icon: "user", title, text: foldText(`My Account\n${title}`) };
}

function searchesIn(links: readonly Link[]): Link[] {
  return searchable.flatMap((path) => links.find(({ to }) => to === path) ?? []).slice(0, mostSearched);
}
