import { Command } from "cmdk";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import type { Day } from "../../shared/dates.ts";
import type { Session } from "../../shared/wire.ts";
import type { PlotSummary } from "../domain/plots/houseSearch.ts";
import { holdTyping } from "../hooks/holdTyping.ts";
import { isPressed } from "../hooks/useShortcut.ts";
import { t } from "../i18n/t.ts";
import { typography } from "../ui/theme/theme.ts";
import { addReceiptKey, houseKey } from "./houseItems.tsx";
import type { PaletteData } from "./PaletteData.tsx";
import { getActionsArrow, PaletteFooter } from "./PaletteFooter.tsx";
import { PaletteInput } from "./PaletteInput.tsx";
import { isActionsTarget, PaletteRow } from "./PaletteRow.tsx";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";
import { usePaletteGroups } from "./usePaletteGroups.tsx";

interface PaletteSearchProps {
  /** False while the palette fades out. */
  open: boolean;
  session: Session;
  today: Day;
  data: PaletteData;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
  onClose: () => void;
  /** Called instead of `onClose` when an item was opened whose page takes the focus. */
  onNavigate: () => void;
}

/** What selecting an item by a key press or click does. */
type SelectMode = "open" | "newTab" | "actions";

const navigationKeys = ["ArrowDown", "ArrowUp", "Home", "End"];

/**
 * The search field and its results. Up and down select, Enter opens, Ctrl or Command with Enter opens a new tab.
 * Shows the actions of one house at most: of the exact or only match of the text, or of the house whose actions were
 * opened by its chevron or the arrow key in reading direction. Only in the second case do the actions' shortcuts work.
 */
export function PaletteSearch(props: PaletteSearchProps) {
  const { open, data, onToggleSidebar, onShortcuts, onClose, onNavigate } = props;
  const [text, setText] = useState("");
  const [selectedKey, setSelectedKey] = useState("");
  /**
   * Whether the selection was moved since the last typing. Until then the first item is selected, however late it
   * arrives.
   */
  const [hasMoved, setHasMoved] = useState(false);
  /** The PlotID of the house whose actions are open. */
  const [pinnedPlotId, setPinnedPlotId] = useState<number>();
  /** What the keys that were pressed before the houses were loaded do with the selected item, in this order. */
  const [pendingModes, setPendingModes] = useState<readonly SelectMode[]>([]);
  const selectMode = useRef<SelectMode>("open");
  const navigate = useNavigate();
  const pinnedHouse = data.houses.find(({ plot }) => plot.PlotID === pinnedPlotId)?.plot;
  const { groups, houses, hasNoMatch } = usePaletteGroups({
    ...props,
    text,
    pinnedHouse,
    onToggleSidebar,
    onShortcuts: handleShortcuts,
  });
  const items = groups.flatMap((group) => group.items);
  const keys = items.map(({ key }) => key);
  const currentKey = hasMoved && keys.includes(selectedKey) ? selectedKey : (keys[0] ?? "");
  const selectedHouse = houses.find((plot) => houseKey(plot) === currentKey);

  // The palette can be opened again while it still fades out: it is not mounted anew then. Resetting it in an effect
  // would remove what was typed since.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) handleTextChange("");
  }

  function handleTextChange(newText: string) {
    setText(newText);
    setHasMoved(false);
    setPinnedPlotId(undefined);
    setPendingModes([]);
  }

  /** Shows only the house and its actions. Selects "Add receipt", or the house if the user may not add receipts. */
  function openActions(plot: PlotSummary) {
    setPinnedPlotId(plot.PlotID);
    setSelectedKey(addReceiptKey);
    setHasMoved(true);
  }

  function closeActions(plot: PlotSummary) {
    setPinnedPlotId(undefined);
    setSelectedKey(houseKey(plot));
  }

  function handleShortcuts() {
    onNavigate();
    onShortcuts();
  }

  function handleSelect({ key, url, opensDialog, run, nextSearch }: PaletteItem) {
    if (nextSearch !== undefined) return handleTextChange(nextSearch);
    const house = houses.find((plot) => houseKey(plot) === key);
    if (selectMode.current === "actions" && house) return openActions(house);
    if (url === undefined) {
      onClose();
      return run?.();
    }
    if (selectMode.current === "newTab") {
      window.open(url, "_blank", "noopener");
      return onClose();
    }
    onNavigate();
    if (opensDialog) holdTyping();
    void navigate(url);
  }

  const currentItem = items.find(({ key }) => key === currentKey);
  useEffect(() => {
    const [mode, ...otherModes] = pendingModes;
    if (!mode || data.isLoading || !open) return;
    setPendingModes(otherModes);
    selectMode.current = mode;
    if (currentItem && (selectedHouse || mode !== "actions")) handleSelect(currentItem);
  });

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!open) return;
    if (navigationKeys.includes(event.key)) setHasMoved(true);
    selectMode.current = isPressed(event.nativeEvent, "mod+Enter") ? "newTab" : "open";
    const action = findKeyAction(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  function findKeyAction({ nativeEvent, target }: KeyboardEvent): (() => void) | undefined {
    if (isPressed(nativeEvent, "mod+k")) return onClose;
    if (text === "" && isPressed(nativeEvent, "?")) return handleShortcuts;
    const isActionsArrow = isPressed(nativeEvent, getActionsArrow());
    const opensActions = isActionsArrow && !pinnedHouse && isCaretAtEnd(target);
    // Before the houses are there, the first item would be a page with a search for the text.
    if (data.isLoading && !hasMoved && text !== "") {
      if (nativeEvent.key === "Enter") return () => setPendingModes([...pendingModes, selectMode.current]);
      if (opensActions) return () => setPendingModes(["actions"]);
    }
    const isBackArrow = !isActionsArrow && ["ArrowLeft", "ArrowRight"].includes(nativeEvent.key);
    const houseAction = pinnedHouse && items.find(({ shortcut }) => shortcut && isPressed(nativeEvent, shortcut));
    if (houseAction) return () => handleSelect(houseAction);
    if (pinnedHouse && isBackArrow) return () => closeActions(pinnedHouse);
    if (selectedHouse && opensActions) return () => openActions(selectedHouse);
    return undefined;
  }

  function handleClickCapture(event: MouseEvent) {
    selectMode.current = event.ctrlKey || event.metaKey ? "newTab" : "open";
    if (isActionsTarget(event.target)) selectMode.current = "actions";
  }

  return (
    <Root
      label={t("House, owner, phone, page…")}
      shouldFilter={false}
      vimBindings={false}
      value={currentKey}
      onValueChange={setSelectedKey}
      onPointerMove={() => setHasMoved(true)}
      onKeyDown={handleKeyDown}
      onClickCapture={handleClickCapture}
    >
      <PaletteInput text={text} onChange={handleTextChange} onClose={onClose} />
      <ResultList label={t("Results")}>
        {hasNoMatch && <NoResults>{t("No house found")}</NoResults>}
        {data.loadError && text !== "" && <NoResults>{data.loadError}</NoResults>}
        {groups.map((group) => (
          <PaletteGroup key={group.key} group={group} hasActions={!pinnedHouse} onSelect={handleSelect} />
        ))}
        {groups.length === 0 && !hasNoMatch && !data.loadError && (
          <NoResults>{data.isLoading ? t("Loading...") : t("Nothing found.")}</NoResults>
        )}
      </ResultList>
      <PaletteFooter showsActions={pinnedHouse !== undefined} onShortcuts={handleShortcuts} />
    </Root>
  );
}

function isCaretAtEnd(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.selectionStart === target.value.length;
}

interface PaletteGroupProps {
  group: PaletteItemGroup;
  hasActions: boolean;
  onSelect: (item: PaletteItem) => void;
}

/** A group of items; its heading says how many of all matches are shown. */
function PaletteGroup({ group, hasActions, onSelect }: PaletteGroupProps) {
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
        <PaletteRow
          key={item.key}
          item={item}
          hasActions={hasActions && item.hasActions === true}
          onSelect={() => onSelect(item)}
        />
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
