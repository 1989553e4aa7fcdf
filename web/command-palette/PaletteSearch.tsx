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
import { houseActions, houseItem, houseKey, receiptItem } from "./houseItems.tsx";
import { findHouses } from "./houseSearch.ts";
import type { PaletteData } from "./PaletteData.tsx";
import { PaletteFooter, PaletteInput } from "./PaletteInput.tsx";
import { PaletteRow } from "./PaletteRow.tsx";
import { isPageItem, pageItems } from "./pageItems.ts";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";
import { useReceiptSearch } from "./useReceiptSearch.ts";

interface PaletteSearchProps {
  session: Session;
  today: Day;
  data: PaletteData;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
  onClose: () => void;
  /** An entry was opened that takes the focus. */
  onNavigate: () => void;
}

const navigationKeys = ["ArrowDown", "ArrowUp", "Home", "End"];
const limits = { houses: 4, receipts: 3, pages: 4, actions: 5 };

/** The search field and its results: arrow keys select, Enter opens, Ctrl or Command with Enter opens a new tab. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { session, today, data, onToggleSidebar, onShortcuts, onClose, onNavigate } = props;
  const [text, setText] = useState("");
  const [selectedKey, setSelectedKey] = useState("");
  /** The key of the house selected last, to which the house actions apply. */
  const [lastHouseKey, setLastHouseKey] = useState("");
  /** Whether the selection was moved since the last typing. Until then the first entry is selected, also when results arrive late. */
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
  const pages = pageItems(session.menus, { text, limit: limits.pages });
  const house = matches.plots.find((plot) => hasMoved && houseKey(plot) === lastHouseKey) ?? matches.plots[0];

  const groups: PaletteItemGroup[] = [
    {
      key: "houses",
      heading: t("Houses"),
      counts: matches.count > matches.plots.length ? { shown: matches.plots.length, total: matches.count } : undefined,
      items: matches.plots.map((plot) => houseItem(plot, data)),
    },
    {
      key: "house actions",
      heading: t("Actions for {house}", { house: house?.HouseNo ?? "" }),
      items: house ? houseActions(house, { session, today, data }) : [],
    },
    {
      key: "receipts",
      heading: t("Receipts"),
      items: receipts.map(receiptItem),
    },
    // A page that matches only as a search target comes after matching actions.
    ...(pages.items.some(isPageItem) ? [pages, actions] : [actions, pages]),
  ];
  const visibleGroups = groups.filter(({ items }) => items.length > 0);
  const keys = visibleGroups.flatMap(({ items }) => items.map(({ key }) => key));
  const current = hasMoved && keys.includes(selectedKey) ? selectedKey : (keys[0] ?? "");

  function handleText(next: string) {
    setText(next);
    setHasMoved(false);
  }

  function handleSelectionChange(next: string) {
    setSelectedKey(next);
    if (matches.plots.some((plot) => houseKey(plot) === next)) setLastHouseKey(next);
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
    const isClose = isPressed(event.nativeEvent, "mod+k");
    const isShortcutList = text === "" && isPressed(event.nativeEvent, "?");
    if (!isClose && !isShortcutList) return;
    event.preventDefault();
    event.stopPropagation();
    if (isClose) onClose();
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
      value={current}
      onValueChange={handleSelectionChange}
      onPointerMove={() => setHasMoved(true)}
      onKeyDown={handleKeyDown}
      onClickCapture={handleClickCapture}
    >
      <PaletteInput text={text} onChange={handleText} onClose={onClose} />
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

/** The entries of one group, with the number of those left out. */
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
