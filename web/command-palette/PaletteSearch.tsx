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

/** The search field and its results: arrow keys move, Enter opens, with Ctrl or Command in a new tab. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { session, today, data, onToggleSidebar, onShortcuts, onClose, onNavigate } = props;
  const [text, setText] = useState("");
  const [value, setValue] = useState("");
  /** The house selected last; the house actions are for it. */
  const [house, setHouse] = useState("");
  /** Whether the selection was moved since the last typing. Until then the first entry is selected, also when results arrive late. */
  const [walked, setWalked] = useState(false);
  /** Whether the selecting key press or click asks for a new tab. */
  const apart = useRef(false);
  const navigate = useNavigate();
  const { houses, balances } = data;
  const found = useMemo(() => findHouses(houses, { text, balances, limit: limits.houses }), [houses, balances, text]);
  const mayReadReceipts = canAccess(session, { resource: paymentReceipt, verb: "list" });
  const receipts = useReceiptSearch({ text, enabled: mayReadReceipts, limit: limits.receipts });
  const actions = useCommandItems({
    session,
    text,
    limit: limits.actions,
    onToggleSidebar,
    onShortcuts: handleShortcuts,
  });
  const pages = pageItems(session.menus, { text, limit: limits.pages });
  const picked = found.plots.find((plot) => walked && houseKey(plot) === house) ?? found.plots[0];

  const groups: PaletteItemGroup[] = [
    {
      key: "houses",
      heading: t("Houses"),
      counts: found.count > found.plots.length ? { shown: found.plots.length, count: found.count } : undefined,
      items: found.plots.map((plot) => houseItem(plot, data)),
    },
    {
      key: "house actions",
      heading: t("Actions for {house}", { house: picked?.HouseNo ?? "" }),
      items: picked ? houseActions(picked, { session, today, data }) : [],
    },
    {
      key: "receipts",
      heading: t("Receipts"),
      items: receipts.map(receiptItem),
    },
    // A page that matches only as a search target comes after matching actions.
    ...(pages.items.some(isPageItem) ? [pages, actions] : [actions, pages]),
  ];
  const shown = groups.filter(({ items }) => items.length > 0);
  const keys = shown.flatMap(({ items }) => items.map(({ key }) => key));
  const current = walked && keys.includes(value) ? value : (keys[0] ?? "");

  function handleText(next: string) {
    setText(next);
    setWalked(false);
  }

  function handleValue(next: string) {
    setValue(next);
    if (found.plots.some((plot) => houseKey(plot) === next)) setHouse(next);
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
    if (apart.current) {
      window.open(url, "_blank", "noopener");
      return onClose();
    }
    onNavigate();
    void navigate(url);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (navigationKeys.includes(event.key)) setWalked(true);
    apart.current = isPressed(event.nativeEvent, "mod+Enter");
    const close = isPressed(event.nativeEvent, "mod+k");
    const list = text === "" && isPressed(event.nativeEvent, "?");
    if (!close && !list) return;
    event.preventDefault();
    event.stopPropagation();
    if (close) onClose();
    else handleShortcuts();
  }

  function handleClickCapture(event: MouseEvent) {
    apart.current = event.ctrlKey || event.metaKey;
  }

  return (
    <Root
      label={t("House, owner, page…")}
      shouldFilter={false}
      vimBindings={false}
      value={current}
      onValueChange={handleValue}
      onPointerMove={() => setWalked(true)}
      onKeyDown={handleKeyDown}
      onClickCapture={handleClickCapture}
    >
      <PaletteInput text={text} onChange={handleText} onClose={onClose} />
      <ResultList label={t("Results")}>
        {shown.map((group) => (
          <PaletteGroup key={group.key} group={group} onSelect={handleSelect} />
        ))}
        {shown.length === 0 && <NoResults>{data.isLoading ? t("Loading...") : t("Nothing found.")}</NoResults>}
      </ResultList>
      <PaletteFooter onShortcuts={handleShortcuts} />
    </Root>
  );
}

/** The entries of one group, with the number of those left out. */
function PaletteGroup({ group, onSelect }: { group: PaletteItemGroup; onSelect: (entry: PaletteItem) => void }) {
  const { heading, counts, items } = group;
  const head = (
    <Heading>
      <span>{heading}</span>
      {counts !== undefined && <span>{t("{shown} of {count}", counts)}</span>}
    </Heading>
  );
  return (
    <Command.Group heading={head}>
      {items.map((entry) => (
        <PaletteRow key={entry.key} entry={entry} onSelect={() => onSelect(entry)} />
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
