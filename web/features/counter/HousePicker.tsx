import { Command } from "cmdk";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { type PlotSummary, searchHouses, toSearchableHouses } from "../../domain/plots/houseSearch.ts";
import { getKeyLabels } from "../../hooks/shortcuts.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { isPressed } from "../../hooks/useShortcut.ts";
import { useWindowEvent } from "../../hooks/useWindowEvent.ts";
import { t } from "../../i18n/t.ts";
import { useGetEditor, useIsOpenInOtherWindow } from "../../live/presence.ts";
import { Badge } from "../../ui/badge/Badge.tsx";
import { CommandInput } from "../../ui/form/CommandInput.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Kbd, MetaText } from "../../ui/text/Text.tsx";
import { ellipsis, ellipsisAtTextEnd } from "../../ui/theme/mixins.ts";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import { useCnicSearch } from "./useCnicSearch.ts";

interface HousePickerProps {
  houses: readonly PlotSummary[];
  /** Of the list of houses. */
  status: "loading" | "ready" | "failed";
  onPick: (house: PlotSummary) => void;
  /** Called while typing, with the house that the text matches exactly, so that its balance is loaded before Enter. */
  onCandidate: (PlotID: number | undefined) => void;
  /** Opens the dialog that voids the last receipt; Ctrl+Z in the empty field. Undefined if there is none to void. */
  onVoid: (() => void) | undefined;
}

const maxMatches = 8;

/** Finds the house of the next person by number, owner, phone or CNIC: arrow keys select, Enter opens. */
export function HousePicker({ houses, status, onPick, onCandidate, onVoid }: HousePickerProps) {
  const [text, setText] = useState("");
  const [selectedHouseNo, setSelectedHouseNo] = useState("");
  const isMobile = useIsMobile();
  const cnicPlotIDs = useCnicSearch(text);
  const getEditor = useGetEditor("plot");
  const isInOtherWindow = useIsOpenInOtherWindow("plot");
  const searchable = useMemo(() => toSearchableHouses(houses), [houses]);
  const { matches, candidateId } = useMemo(() => {
    if (cnicPlotIDs.size > 0) return { matches: houses.filter(({ PlotID }) => cnicPlotIDs.has(PlotID)) };
    if (text.trim() === "") return { matches: [] };
    const { plots, clearMatch } = searchHouses(searchable, { text, limit: maxMatches });
    return { matches: plots, candidateId: clearMatch?.PlotID };
  }, [houses, searchable, text, cnicPlotIDs]);
  const selected = matches.find(({ HouseNo }) => HouseNo === selectedHouseNo) ?? matches[0];
  useEffect(() => onCandidate(candidateId), [candidateId, onCandidate]);
  const input = useRef<HTMLInputElement>(null);
  // Typing focuses the field again after the focused element was removed, such as the button that opened a drawer.
  useWindowEvent("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
    const isFocusLost = document.activeElement === document.body || document.activeElement?.id === "content";
    if (isFocusLost && /^[\p{L}\p{N}]$/u.test(key) && !(ctrlKey || altKey || metaKey)) input.current?.focus();
  });

  function describeOpenCounter(PlotID: number): string | undefined {
    const editor = getEditor(PlotID);
    if (editor) return t("Open at the counter of {name}", editor);
    return isInOtherWindow(PlotID) ? t("Open in your other window") : undefined;
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (text !== "" || !onVoid || !isPressed(event.nativeEvent, "mod+z")) return;
    event.preventDefault();
    event.stopPropagation();
    onVoid();
  }

  function handleTextChange(newText: string) {
    setText(newText);
    setSelectedHouseNo("");
  }

  return (
    <Command
      label={t("House number, owner, phone or CNIC")}
      shouldFilter={false}
      vimBindings={false}
      value={selected?.HouseNo ?? ""}
      onValueChange={setSelectedHouseNo}
      onKeyDown={handleKeyDown}
    >
      <InputRow>
        <Icon name="search" large />
        <CommandInput
          ref={input}
          autoFocus
          dir="auto"
          placeholder={t("House number, owner, phone or CNIC")}
          value={text}
          onValueChange={handleTextChange}
        />
      </InputRow>
      <Command.List label={t("Houses")}>
        {matches.map((house) => (
          <HouseOption
            key={house.PlotID}
            house={house}
            openCounterText={describeOpenCounter(house.PlotID)}
            onSelect={() => onPick(house)}
          />
        ))}
      </Command.List>
      <Hint role="status">
        {text.trim() === ""
          ? !isMobile && (
              <>
                <Kbd>{getKeyLabels("Enter")}</Kbd> {t("opens the house, then records the receipt")}
              </>
            )
          : matches.length === 0 && getNoMatchText(status)}
      </Hint>
    </Command>
  );
}

/** Empty after a failure, which the counter shows. */
function getNoMatchText(status: HousePickerProps["status"]): string {
  if (status === "failed") return "";
  return status === "loading" ? t("Loading...") : t("No house found");
}

interface HouseOptionProps {
  house: PlotSummary;
  /** Says at which counter the house is open already; undefined if at none. */
  openCounterText: string | undefined;
  onSelect: () => void;
}

function HouseOption({ house, openCounterText, onSelect }: HouseOptionProps) {
  return (
    <Option value={house.HouseNo} onSelect={onSelect}>
      <HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />
      <Owner>
        <bdi>{house.OwnerName}</bdi>
      </Owner>
      {openCounterText !== undefined && <Badge tone="warn">{openCounterText}</Badge>}
      <MetaText>
        <bdi>{house.MobileNo}</bdi>
      </MetaText>
    </Option>
  );
}

const InputRow = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
    padding-inline: ${theme.space.m};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.field};
    color: ${theme.color.textMuted};

    &:focus-within {
      border-color: ${theme.color.accent};
      outline: ${theme.size.ring} solid ${theme.color.accent};
    }
  `}
`;

const Option = styled(Command.Item)`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.xs} ${theme.space.m};
    min-block-size: ${targetSize(theme.size.row)};
    padding-inline: calc(${theme.space.m} - ${theme.size.thickBorder}) ${theme.space.m};
    border-inline-start: ${theme.size.thickBorder} solid transparent;
    cursor: pointer;

    &[aria-selected="true"] {
      border-inline-start-color: ${theme.color.accent};
      background: ${theme.color.accentSoft};
    }
  `}
`;

const Owner = styled.span`
  ${typography("strong")}
  ${ellipsis}
  ${ellipsisAtTextEnd}
  flex: 1;
`;

const Hint = styled.p`
  ${typography("meta")}
  ${({ theme }) => css`
    min-block-size: calc(var(--text-line) + ${theme.space.m});
    padding: ${theme.space.m} ${theme.space.m} 0;
    color: ${theme.color.textMuted};

    ${theme.mobile} {
      &:empty {
        min-block-size: 0;
        padding: 0;
      }
    }
  `}
`;
