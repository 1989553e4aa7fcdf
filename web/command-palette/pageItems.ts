import { foldTerms, foldText } from "../../shared/text.ts";
import type { MenuItem } from "../../shared/wire.ts";
import { t, translateName } from "../i18n/t.ts";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";

/** Pages with a search, the most likely first. */
const searchablePages = [
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
  "/society-management?tab=plots",
  "/finance-management?tab=expenses",
  "/finance-management?tab=received",
  "/society-management?tab=plot-users",
  "/payment-management?tab=service-charges",
  "/payment-management?tab=payment-plans",
];

const maxSearchPages = 3;

/** The pages and tabs of the user's menu that match, and pages to search in. */
export function pageItems(
  menus: readonly MenuItem[],
  { text, limit }: { text: string; limit: number },
): PaletteItemGroup {
  const links = pageLinks(menus);
  const words = foldTerms(text);
  const named = links.filter((link) => words.every((word) => link.searchText.includes(word)));
  const shown = words.length === 0 ? named : named.slice(0, limit);
  const searched = words.length === 0 ? [] : searchableLinks(links).filter((link) => !shown.includes(link));
  return {
    key: "pages",
    heading: t("Pages"),
    counts: named.length > shown.length ? { shown: shown.length, count: named.length } : undefined,
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
      ...searched.map(({ url, icon, title }): PaletteItem => {
        const query = text.trim();
        const hint = t("searched for “{text}”", { text: query });
        return { key: `search ${url}`, icon, title, hint, url: `${url}&q=${encodeURIComponent(query)}` };
      }),
    ],
  };
}

/** Whether the entry is a page that matches by name. */
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

function pageLinks(menus: readonly MenuItem[]): PageLink[] {
  return [
    ...menus.flatMap((item) => [toPageLink(item), ...item.SubItems.map((sub) => toPageLink(sub, item))]),
    accountLink(),
  ];
}

function toPageLink(item: MenuItem, above?: MenuItem): PageLink {
  const title = translateName(item.Title);
  const names = [item.Title, title, above?.Title ?? "", above ? translateName(above.Title) : ""];
  return {
    url: item.Path,
    icon: item.Icon,
    title,
    parentTitle: above && translateName(above.Title),
    searchText: foldText(names.join("\n")),
  };
}

function accountLink(): PageLink {
  const title = t("My Account");
  return { url: "/account", icon: "user", title, searchText: foldText(`My Account\n${title}`) };
}

function searchableLinks(links: readonly PageLink[]): PageLink[] {
  return searchablePages.flatMap((path) => links.find(({ url }) => url === path) ?? []).slice(0, maxSearchPages);
}
