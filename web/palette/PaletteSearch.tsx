import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { canDo } from "../../shared/can-do.ts";
import type { Day } from "../../shared/dates.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import type { Session } from "../../shared/wire.ts";
import { say } from "../lib/language.ts";
import { isPressed } from "../lib/useShortcut.ts";
import { useActions } from "./actions.ts";
import type { Entry, Group } from "./entries.ts";
import { houseActions, houseEntry, houseKey, receiptEntry } from "./houseEntries.tsx";
import { findHouses } from "./houses.ts";
import type { Books } from "./PaletteBooks.tsx";
import { PaletteFoot } from "./PaletteFoot.tsx";
import { PaletteGroup } from "./PaletteGroup.tsx";
import { PaletteHead } from "./PaletteHead.tsx";
import { Lines, Nothing, Root } from "./PaletteStyle.ts";
import { isNamed, pagesFor } from "./pages.ts";
import { useReceipts } from "./useReceipts.ts";

interface PaletteSearchProps {
  session: Session;
  today: Day;
  books: Books;
  onFold: () => void;
  onShortcuts: () => void;
  onClose: () => void;
  /** Something was opened that takes the focus. */
  onLeave: () => void;
}

const walkingKeys = ["ArrowDown", "ArrowUp", "Home", "End"];
const most = { houses: 4, receipts: 3, pages: 4, actions: 5 };

/** The search and what it finds: arrows walk, Enter opens, with Ctrl or Command in a new tab. */
export function PaletteSearch(props: PaletteSearchProps) {
  const { session, today, books, onFold, onShortcuts, onClose, onLeave } = props;
  const [text, setText] = useState("");
  const [value, setValue] = useState("");
  /** The house walked to last: the actions are for that one. */
  const [house, setHouse] = useState("");
  /** Whether somebody has walked since they typed; until then the first line is the one meant, whatever comes in late. */
  const [walked, setWalked] = useState(false);
  /** Whether the press that selects was one for a new tab. */
  const apart = useRef(false);
  const navigate = useNavigate();
  const { houses, dues } = books;
  const found = useMemo(() => findHouses(houses, { text, dues, most: most.houses }), [houses, dues, text]);
  const mayReadReceipts = canDo(session, { resource: paymentReceipt, verb: "list" });
  const receipts = useReceipts({ text, may: mayReadReceipts, most: most.receipts });
  const actions = useActions({ session, text, most: most.actions, onFold, onShortcuts: handleShortcuts });
  const pages = pagesFor(session.menus, { text, most: most.pages });
  const picked = found.shown.find((plot) => walked && houseKey(plot) === house) ?? found.shown[0];

  const groups: Group[] = [
    {
      key: "houses",
      heading: say("Houses"),
      of: found.count > found.shown.length ? { shown: found.shown.length, count: found.count } : undefined,
      entries: found.shown.map((plot) => houseEntry(plot, books)),
    },
    {
      key: "house actions",
      heading: say("Actions for {house}", { house: picked?.HouseNo ?? "" }),
      entries: picked ? houseActions(picked, { session, today, books }) : [],
    },
    {
      key: "receipts",
      heading: say("Receipts"),
      entries: receipts.map(receiptEntry),
    },
    // A page that is only searched comes after the action that was named.
    ...(pages.entries.some(isNamed) ? [pages, actions] : [actions, pages]),
  ];
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const keys = shown.flatMap(({ entries }) => entries.map(({ key }) => key));
  const current = walked && keys.includes(value) ? value : (keys[0] ?? "");

  function handleText(next: string) {
    setText(next);
    setWalked(false);
  }

  function handleValue(next: string) {
    setValue(next);
    if (found.shown.some((plot) => houseKey(plot) === next)) setHouse(next);
  }

  function handleShortcuts() {
    onLeave();
    onShortcuts();
  }

  function handleSelect({ to, run }: Entry) {
    if (to === undefined) {
      onClose();
      return run?.();
    }
    if (apart.current) {
      window.open(to, "_blank", "noopener");
      return onClose();
    }
    onLeave();
    void navigate(to);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (walkingKeys.includes(event.key)) setWalked(true);
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
      label={say("House, owner, page…")}
      shouldFilter={false}
      vimBindings={false}
      value={current}
      onValueChange={handleValue}
      onPointerMove={() => setWalked(true)}
      onKeyDown={handleKeyDown}
      onClickCapture={handleClickCapture}
    >
      <PaletteHead text={text} onChange={handleText} onClose={onClose} />
      <Lines label={say("Results")}>
        {shown.map((group) => (
          <PaletteGroup key={group.key} group={group} onSelect={handleSelect} />
        ))}
        {shown.length === 0 && <Nothing>{books.loading ? say("Loading...") : say("Nothing found.")}</Nothing>}
      </Lines>
      <PaletteFoot onShortcuts={handleShortcuts} />
    </Root>
  );
}
