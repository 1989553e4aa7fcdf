import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { maxSearchLength } from "../../../shared/text.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { IconButton } from "../button/Button.tsx";
import { Icon } from "../icon/Icon.tsx";
import { findTable, type TableCommand } from "../table/tableCommands.ts";
import { Kbd } from "../text/Text.tsx";
import { targetSize } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import { Input, overlaySlot } from "./Field.tsx";

interface SearchBoxProps {
  value: string;
  onChange(value: string): void;
  /** Names the searched fields; placeholder and accessible name. */
  label: string;
  /** The table does not show the matches of the text yet. */
  isPending?: boolean;
}

/**
 * A search box that filters on every keystroke. The key "/" focuses it; Escape and the button clear it. Arrow down goes
 * to the first row of the page's table, Enter opens that row, both as soon as the table shows the matches.
 */
export function SearchBox({ value, onChange, label, isPending = false }: SearchBoxProps) {
  const texts = useUiTexts();
  const input = useRef<HTMLInputElement>(null);
  useShortcut("/", () => input.current?.focus());
  const isMobile = useIsMobile();
  const [command, setCommand] = useState<TableCommand>();

  useEffect(() => {
    if (command === undefined || isPending) return;
    setCommand(undefined);
    findTable(input.current)?.[command]();
  }, [command, isPending]);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const tableCommand = commandsByKey.get(event.key);
    if (tableCommand && !event.nativeEvent.isComposing) {
      event.preventDefault();
      return setCommand(tableCommand);
    }
    if (event.key !== "Escape" || value === "") return;
    event.stopPropagation();
    onChange("");
  }

  return (
    <Box>
      <SearchIcon>
        <Icon name="search" />
      </SearchIcon>
      <SearchInput
        ref={input}
        type="text"
        role="searchbox"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxSearchLength}
        aria-label={label}
        placeholder={isMobile ? texts.search : label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <EndSlot>
        {value === "" ? (
          <Kbd aria-hidden="true">/</Kbd>
        ) : (
          <IconButton icon="x" label={texts.clearSearch} onClick={() => onChange("")} />
        )}
      </EndSlot>
    </Box>
  );
}

const commandsByKey: ReadonlyMap<string, TableCommand> = new Map([
  ["ArrowDown", "focusFirstRow"],
  ["Enter", "openFirstRow"],
]);

const Box = styled.div`
  ${({ theme }) => css`
    position: relative;
    flex: 1 1 calc(${theme.size.searchBox} - ${theme.space.l});
    max-inline-size: calc(${theme.size.searchBox} + ${theme.space.l});
    color: ${theme.color.textSubtle};

    ${theme.mobile} {
      flex: 1 1 0;
      max-inline-size: none;
      min-inline-size: calc(${theme.size.searchBox} / 2.5);
    }
  `}
`;

const SearchIcon = styled.span`
  ${overlaySlot}
  inset-inline-start: ${({ theme }) => theme.size.cellPadding};
  pointer-events: none;
`;

const EndSlot = styled.span`
  ${overlaySlot}
  inset-inline-end: ${({ theme }) => theme.space.xxs};
  min-inline-size: ${({ theme }) => theme.size.smallControl}px;
`;

const SearchInput = styled(Input)`
  ${({ theme }) => css`
    block-size: ${targetSize(theme.size.button)};
    padding-inline: calc(${theme.size.cellPadding} + ${theme.size.icon}px + ${theme.space.s})
      ${theme.size.smallControl}px;
    border-radius: ${theme.radius.button};
    text-overflow: ellipsis;

    /* Without a text there is no button at the end. */
    ${theme.mobile} {
      &:placeholder-shown {
        padding-inline-end: ${theme.size.cellPadding};
      }
    }
  `}
`;
