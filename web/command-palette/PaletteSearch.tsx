import { Command } from "cmdk";
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { Session } from "../../shared/wire.ts";
import { isPressed } from "../hooks/useShortcut.ts";
import { t } from "../i18n/t.ts";
import { typography } from "../ui/theme/theme.ts";
import { useCommandItems } from "./commandItems.ts";
import { buildHouseActions, houseKey, toHouseItem, toReceiptItem } from "./houseItems.tsx";
import { findHouses } from "./houseSearch.ts";
import type { PaletteData } from "./PaletteData.tsx";
import { PaletteFooter, PaletteInput } from "./PaletteInput.tsx";
import { PaletteRow } from "./PaletteRow.tsx";
import { findPageItems, isPageItem } from "./pageItems.ts";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";
import { useReceiptSearch } from "./useReceiptSearch.ts";

interface PaletteSearchProps {
  session: Session;
  today: Day;
  data: PaletteData;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
  onClose: () => void;
  /** Called instead of `onClose` when an item was opened whose page takes the focus. */
  onNavigate: () => void;
}

const navigationKeys = ["ArrowDown", "ArrowUp", "Home", "End"];
/** The maximum number of items in each group. */
const limits = { houses: 4, receipts: 3, pages: 4, actions: 5 };

/** The search field and its results: arrow keys select, Enter opens, Ctrl or Command with Enter opens a new tab. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { session, today, data, onToggleSidebar, onShortcuts, onClose, onNavigate } = props;
  const [text, setText] = useState("");
  const [selectedKey, setSelectedKey] = useState("");
  /** The key of the house selected last, which keeps its actions while one of them is selected. */
  const [lastHouseKey, setLastHouseKey] = useState("");
  /**
   * Whether the selection was moved since the last typing. Until then the first item is selected, however late it
   * arrives.
   */
  const [hasMoved, setHasMoved] = useState(false);
  /** Whether the selecting key press or click opens a new tab. */
  const opensNewTab = useRef(false);
  const navigate = useNavigate();
  const { houses, balances } = data;
  const matches = useMemo(() => findHouses(houses, { text, balances, limit: limits.houses }), [houses, balances, text]);
  const canReadReceipts = canAccess(session, { resource: paymentReceipt, verb: "list" });
  const receipts = useReceiptSearch({ text, enabled: canReadReceipts, limit: limits.receipts });
  const actions = useCommandItems({
    session,
    text,
    limit: limits.actions,
    onToggleSidebar,
    onShortcuts: handleShortcuts,
  });
  const pages = findPageItems(session.menus, { text, limit: limits.pages });
  /** The house that the house actions apply to. */
  const actionHouse = matches.plots.find((plot) => hasMoved && houseKey(plot) === lastHouseKey) ?? matches.plots[0];

  const groups: PaletteItemGroup[] = [
    {
      key: "houses",
      heading: t("Houses"),
      counts:
        matches.totalCount > matches.plots.length
          ? { shown: matches.plots.length, total: matches.totalCount }
          : undefined,
      items: matches.plots.map((plot) => toHouseItem(plot, data)),
    },
    {
      key: "house actions",
      heading: t("Actions for {house}", { house: actionHouse?.HouseNo ?? "" }),
      items: actionHouse ? buildHouseActions(actionHouse, { session, today, data }) : [],
    },
    {
      key: "receipts",
      heading: t("Receipts"),
      items: receipts.map(toReceiptItem),
    },
    // Pages that only offer a search for the text come after the actions.
    ...(pages.items.some(isPageItem) ? [pages, actions] : [actions, pages]),
  ];
  const visibleGroups = groups.filter(({ items }) => items.length > 0);
  const keys = visibleGroups.flatMap(({ items }) => items.map(({ key }) => key));
  const currentKey = hasMoved && keys.includes(selectedKey) ? selectedKey : (keys[0] ?? "");

  function handleTextChange(newText: string) {
    setText(newText);
    setHasMoved(false);
  }

  function handleSelectionChange(key: string) {
    setSelectedKey(key);
    if (matches.plots.some((plot) => houseKey(plot) === key)) setLastHouseKey(key);
  }

  function handleShortcuts() {
    onNavigate();
    onShortcuts();
  }

  function handleSelect({ url, run }: PaletteItem) {
    if (url === undefined) {
      onClose();
      return run?.();
    }
    if (opensNewTab.current) {
      window.open(url, "_blank", "noopener");
      return onClose();
    }
    onNavigate();
    void navigate(url);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (navigationKeys.includes(event.key)) setHasMoved(true);
    opensNewTab.current = isPressed(event.nativeEvent, "mod+Enter");
    const isCloseShortcut = isPressed(event.nativeEvent, "mod+k");
    const isShortcutList = text === "" && isPressed(event.nativeEvent, "?");
    if (!isCloseShortcut && !isShortcutList) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCloseShortcut) onClose();
    else handleShortcuts();
  }

  function handleClickCapture(event: MouseEvent) {
    opensNewTab.current = event.ctrlKey || event.metaKey;
  }

  return (
    <Root
      label={t("House, owner, page…")}
      shouldFilter={false}
      vimBindings={false}
      value={currentKey}
      onValueChange={handleSelectionChange}
      onPointerMove={() => setHasMoved(true)}
      onKeyDown={handleKeyDown}
      onClickCapture={handleClickCapture}
    >
      <PaletteInput text={text} onChange={handleTextChange} onClose={onClose} />
      <ResultList label={t("Results")}>
        {visibleGroups.map((group) => (
          <PaletteGroup key={group.key} group={group} onSelect={handleSelect} />
        ))}
        {visibleGroups.length === 0 && <NoResults>{data.isLoading ? t("Loading...") : t("Nothing found.")}</NoResults>}
      </ResultList>
      <PaletteFooter onShortcuts={handleShortcuts} />
    </Root>
  );
}

/** A group of items; its heading says how many of all matches are shown. */
function PaletteGroup({ group, onSelect }: { group: PaletteItemGroup; onSelect: (item: PaletteItem) => void }) {
  const { heading, counts, items } = group;
  const headingWithCount = (
    <Heading>
      <span>{heading}</span>
      {counts !== undefined && <span>{t("{shown} of {count}", { shown: counts.shown, count: counts.total })}</span>}
    </Heading>
  );
  return (
    <Command.Group heading={headingWithCount}>
      {items.map((item) => (
        <PaletteRow key={item.key} item={item} onSelect={() => onSelect(item)} />
      ))}
    </Command.Group>
  );
}

const Heading = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: flex;
    justify-content: space-between;
    gap: ${theme.space.m};
    padding: ${theme.space.m} ${theme.space.m} ${theme.space.xs};
    color: ${theme.color.textSubtle};
  `}
`;

const Root = styled(Command)`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
  outline: none;
`;

const ResultList = styled(Command.List)`
  ${({ theme }) => css`
    flex: 1;
    min-block-size: 0;
    padding: ${theme.space.xs} ${theme.space.s} ${theme.space.s};
    overflow: auto;
    overscroll-behavior: contain;
    outline: none;
  `}
`;

const NoResults = styled.p`
  ${({ theme }) => css`
    padding: ${theme.space.xl} ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;
