import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Day } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { Session } from "../../shared/wire.ts";
import { isPressed } from "../hooks/useShortcut.ts";
import { t } from "../i18n/t.ts";
import { useCommandItems } from "./commandItems.ts";
import { houseActions, houseItem, houseKey, receiptItem } from "./houseItems.tsx";
import { findHouses } from "./houseSearch.ts";
import type { PaletteData } from "./PaletteData.tsx";
import { PaletteFooter } from "./PaletteFooter.tsx";
import { PaletteGroup } from "./PaletteGroup.tsx";
import { PaletteInput } from "./PaletteInput.tsx";
import { isPageItem, pageItems } from "./pageItems.ts";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";
import { NoResults, ResultList, Root } from "./paletteStyles.ts";
import { useReceiptSearch } from "./useReceiptSearch.ts";

interface PaletteSearchProps {
  session: Session;
  today: Day;
  data: PaletteData;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
  onClose: () => void;
  /** Something was opened that takes the focus. */
  onNavigate: () => void;
}

const navigationKeys = ["ArrowDown", "ArrowUp", "Home", "End"];
const limits = { houses: 4, receipts: 3, pages: 4, actions: 5 };

/** The search and what it finds: arrows walk, Enter opens, with Ctrl or Command in a new tab. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { session, today, data, onToggleSidebar, onShortcuts, onClose, onNavigate } = props;
  const [text, setText] = useState("");
  const [value, setValue] = useState("");
  /** The house walked to last: the actions are for that one. */
  const [house, setHouse] = useState("");
  /** Whether somebody has walked since they typed; until then the first line is the one meant, whatever comes in late. */
  const [walked, setWalked] = useState(false);
  /** Whether the press that selects was one for a new tab. */
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
    // A page that is only searched comes after the action that was named.
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
