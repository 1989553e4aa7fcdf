import { foldTerms, foldText, toLatinDigits } from "../../shared/text.ts";
import type { MenuItem } from "../../shared/wire.ts";
import { t, translateName } from "../i18n/t.ts";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";

/** The only page whose search finds phone numbers. */
const plotsPage = "/society-management?tab=plots";

/** Pages with a search, in the order in which they are offered. */
const searchablePages = [
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
  plotsPage,
  "/finance-management?tab=expenses",
  "/finance-management?tab=received",
  "/society-management?tab=plot-users",
  "/payment-management?tab=service-charges",
  "/payment-management?tab=payment-plans",
];

/** The maximum number of pages offered for a search. */
const maxSearchPages = 3;

/** The pages and tabs of the user's menu that match by name, then pages that open with a search for the text. */
export function findPageItems(
  menus: readonly MenuItem[],
  { text, limit }: { text: string; limit: number },
): PaletteItemGroup {
  const links = listPageLinks(menus);
  const terms = foldTerms(text);
  const matches = links.filter((link) => terms.every((term) => link.searchText.includes(term)));
  const shown = terms.length === 0 ? matches : matches.slice(0, limit);
  const searchTargets =
    terms.length === 0 ? [] : findSearchableLinks(links, text).filter((link) => !shown.includes(link));
  return {
    key: "pages",
    heading: t("Pages"),
    counts: matches.length > shown.length ? { shown: shown.length, total: matches.length } : undefined,
    items: [
      ...shown.map(
        ({ url, icon, title, parentTitle }): PaletteItem => ({
          key: `page ${url}`,
          icon,
          title,
          hint: parentTitle,
          url,
        }),
      ),
      ...searchTargets.map(({ url, icon, title }): PaletteItem => {
        const query = text.trim();
        const hint = t("searched for “{text}”", { text: query });
        return { key: `search ${url}`, icon, title, hint, url: `${url}&q=${encodeURIComponent(query)}` };
      }),
    ],
  };
}

/** Whether the item is a page that matches by name, not a search on a page. */
export function isPageItem({ key }: PaletteItem): boolean {
  return key.startsWith("page ");
}

interface PageLink {
  url: string;
  icon: string;
  title: string;
  /** The title of the page whose tab it is. */
  parentTitle?: string;
  /** In both languages, normalized. */
  searchText: string;
}

function listPageLinks(menus: readonly MenuItem[]): PageLink[] {
  const links = menus.flatMap((item) => [toPageLink(item), ...item.SubItems.map((sub) => toPageLink(sub, item))]);
  // A page can be in the menu twice: as a tab of another page and as an item of its own. The later one gives the title.
  return [...new Map(links.map((link) => [link.url, link])).values(), createAccountLink(), createGuideLink()];
}

function toPageLink(item: MenuItem, parent?: MenuItem): PageLink {
  const title = translateName(item.Title);
  const names = [item.Title, title, parent?.Title ?? "", parent ? translateName(parent.Title) : ""];
  return {
    url: item.Path,
    icon: item.Icon,
    title,
    parentTitle: parent && translateName(parent.Title),
    searchText: foldText(names.join("\n")),
  };
}

function createAccountLink(): PageLink {
  const title = t("My Account");
  return { url: "/account", icon: "user", title, searchText: foldText(`My Account\n${title}`) };
}

function createGuideLink(): PageLink {
  const title = t("Guide");
  return { url: "/guide", icon: "book", title, searchText: foldText(`Guide, help, manual\n${title}`) };
}

function findSearchableLinks(links: readonly PageLink[], text: string): PageLink[] {
  const paths = isPhoneNumber(text) ? [plotsPage] : searchablePages;
  return paths.flatMap((path) => links.find(({ url }) => url === path) ?? []).slice(0, maxSearchPages);
}

/** Whether the text is a whole phone number: `0300 1234567`, `+92-300-1234567`. */
function isPhoneNumber(text: string): boolean {
  return /^(0|\+)\d{9,}$/.test(toLatinDigits(text).replaceAll(/[\s-]/g, ""));
}
