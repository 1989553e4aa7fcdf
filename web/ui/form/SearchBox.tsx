import { type KeyboardEvent, useRef } from "react";
import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { t } from "../../i18n/t.ts";
import { IconButton } from "../button/Button.tsx";
import { Icon } from "../icon/Icon.tsx";
import { Kbd } from "../text/Kbd.tsx";
import { touchSize } from "../theme/theme.ts";
import { Input } from "./Field.tsx";

interface SearchBoxProps {
  value: string;
  onChange(value: string): void;
  /** What can be searched; the accessible name too. */
  label: string;
}

/** Searches while it is typed in; its key leads here, Escape and the cross empty it. */
export function SearchBox({ value, onChange, label }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut("/", () => box.current?.focus());
  const phone = useIsMobile();

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
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
        ref={box}
        type="text"
        role="searchbox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={phone ? t("Search") : label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <EndSlot>
        {value === "" ? (
          <Kbd aria-hidden="true">/</Kbd>
        ) : (
          <IconButton icon="x" label={t("Clear search")} onClick={() => onChange("")} />
        )}
      </EndSlot>
    </Box>
  );
}

const Box = styled.div`
  ${({ theme }) => css`
    position: relative;
    flex: 1 1 calc(${theme.size.searchBox} - ${theme.space.l});
    max-inline-size: calc(${theme.size.searchBox} + ${theme.space.l});
    color: ${theme.color.textSubtle};

    ${theme.mobile} {
      flex: 1 1 0;
      max-inline-size: none;
      min-inline-size: calc(${theme.size.searchBox} / 2);
    }
  `}
`;

const edgeSlot = css`
  position: absolute;
  inset-block: 0;
  display: grid;
  place-items: center;
`;

const SearchIcon = styled.span`
  ${edgeSlot}
  inset-inline-start: ${({ theme }) => theme.size.cellPadding};
  pointer-events: none;
`;

const EndSlot = styled.span`
  ${edgeSlot}
  inset-inline-end: ${({ theme }) => theme.space.xxs};
  min-inline-size: ${({ theme }) => theme.size.inlineField}px;
`;

const SearchInput = styled(Input)`
  ${({ theme }) => css`
    block-size: ${touchSize(theme.size.button)};
    padding-inline: calc(${theme.size.cellPadding} + ${theme.size.icon}px + ${theme.space.s}) ${theme.size.inlineField}px;
    border-radius: ${theme.radius.button};
    text-overflow: ellipsis;
  `}
`;
