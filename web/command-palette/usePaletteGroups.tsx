import { useMemo } from "react";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { can } from "../../shared/permissions.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { plot } from "../../shared/resources/plot.ts";
import { searchTerms } from "../../shared/search.ts";
import type { Session } from "../../shared/wire.ts";
import { type PlotSummary, searchHouses } from "../domain/plots/houseSearch.ts";
import { useRecentHouses } from "../hooks/preferences.ts";
import { t } from "../i18n/t.ts";
import { matchesSearch } from "../resource/search.ts";
import { useCommandItems } from "./commandItems.ts";
import { buildHouseActions, toAllHousesItem, toHouseItem } from "./houseItems.tsx";
import type { PaletteData } from "./PaletteData.tsx";
import { findPageItems, isPageItem } from "./pageItems.ts";
import type { PaletteItemGroup } from "./paletteItem.ts";
import { buildReceiptActions, toReceiptItem } from "./receiptItems.tsx";
import { findReceiptByNumber, hasReceiptPrefix, useReceiptSearch } from "./useReceiptSearch.ts";

interface PaletteGroupsInput {
  session: Session;
  today: Day;
  data: PaletteData;
  text: string;
  /** Shows only this house and its actions. */
  pinnedHouse: PlotSummary | undefined;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
}

interface PaletteGroups {
  /** Without empty groups. */
  groups: readonly PaletteItemGroup[];
  /** The houses among the items. */
  houses: readonly PlotSummary[];
  /**
   * Whether neither a house nor anything else matches the text; offers to search on a page do not count. False while the
   * houses are loading and for users who may not list them.
   */
  hasNoMatch: boolean;
}

/** The maximum number of items in each group. */
const limits = { houses: 4, receipts: 3, pages: 4, actions: 5 };

/** What the palette offers for the text; without a text the houses that were opened last, and actions. */
export function usePaletteGroups(input: PaletteGroupsInput): PaletteGroups {
  const { session, data, text, pinnedHouse } = input;
  const isEmpty = text.trim() === "";
  const { houses, balanceByHouse } = data;
  const matches = useMemo(
    () => searchHouses(houses, { text, balanceByHouse, limit: limits.houses }),
    [houses, balanceByHouse, text],
  );
  const hasMoreHouses = matches.totalCount > matches.plots.length;
  const listCount = useMemo(() => (hasMoreHouses ? countInList(houses, text) : 0), [hasMoreHouses, houses, text]);
  const recentHouses = useRecentHouses();
  const canReadReceipts = canAccess(session, { resource: paymentReceipt, verb: "list" });
  const receipts = useReceiptSearch({ text, enabled: canReadReceipts, limit: limits.receipts });
  const namedReceipt = findReceiptByNumber(receipts, text);
  const actions = useCommandItems({ ...input, limit: limits.actions });

  if (pinnedHouse) return { ...buildPinnedGroups(pinnedHouse, input), hasNoMatch: false };
  const showsRecentHouses = isEmpty && matches.plots.length === 0;
  const plots = showsRecentHouses ? findRecent() : matches.plots;
  const pages = isEmpty ? [] : [findPageItems(session.menus, { text, limit: limits.pages })];
  const hasPageMatch = pages.some(({ items }) => items.some(isPageItem));
  const groups: PaletteItemGroup[] = [
    {
      key: "houses",
      heading: showsRecentHouses ? t("Recent houses") : t("Houses"),
      counts: hasMoreHouses ? { shown: matches.plots.length, total: matches.totalCount } : undefined,
      items: [
        ...plots.map((house) => toHouseItem(house, input)),
        ...(hasMoreHouses && listCount >= matches.totalCount && can(session, plot.guards.list)
          ? [toAllHousesItem(listCount, text.trim())]
          : []),
      ],
    },
    ...(matches.clearMatch ? [buildActionGroup(matches.clearMatch, input)] : []),
    {
      key: "receipts",
      heading: t("Receipts"),
      items: (namedReceipt && hasReceiptPrefix(text) ? [namedReceipt] : receipts).map(toReceiptItem),
    },
    ...(namedReceipt ? [buildReceiptActions(namedReceipt, session)] : []),
    // Pages that only offer a search for the text come after the actions.
    ...(hasPageMatch ? [...pages, actions] : [actions, ...pages]),
  ];
  const hasOtherMatch = hasPageMatch || actions.items.length > 0 || receipts.length > 0;
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    houses: plots,
    hasNoMatch:
      !isEmpty &&
      plots.length === 0 &&
      !data.isLoading &&
      !data.loadError &&
      canAccess(session, { resource: plot, verb: "list" }) &&
      !hasOtherMatch,
  };

  function findRecent(): PlotSummary[] {
    return recentHouses.flatMap((houseNo) => houses.find((house) => house.plot.HouseNo === houseNo)?.plot ?? []);
  }
}

/** How many houses the list of plots finds. It searches beginnings of words, the palette also within them. */
function countInList(houses: PaletteData["houses"], text: string): number {
  const terms = searchTerms(text);
  return houses.filter((house) => matchesSearch(plot, house.plot, terms)).length;
}

function buildPinnedGroups(house: PlotSummary, input: PaletteGroupsInput): Pick<PaletteGroups, "groups" | "houses"> {
  const group = { key: "houses", heading: t("Houses"), items: [toHouseItem(house, input)] };
  return { groups: [group, buildActionGroup(house, input)], houses: [house] };
}

function buildActionGroup(house: PlotSummary, input: PaletteGroupsInput): PaletteItemGroup {
  const actions = buildHouseActions(house, input);
  return {
    key: "house actions",
    heading: t("Actions for {name}", { name: house.HouseNo }),
    // Without a pinned house, the key of a shortcut is typed into the search instead.
    items: input.pinnedHouse ? actions : actions.map(({ shortcut: _shortcut, ...action }) => action),
  };
}
