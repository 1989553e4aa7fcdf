import { type KeyboardEvent, useRef } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { useShortcut } from "../lib/useShortcut.ts";
import { touchable } from "../theme.ts";
import { IconButton } from "./Button.tsx";
import { Input } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { Kbd } from "./Kbd.tsx";
import { usePhone } from "./usePhone.ts";

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
  const phone = usePhone();

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Escape" || value === "") return;
    event.stopPropagation();
    onChange("");
  }

  return (
    <Box>
      <Lens>
        <Icon name="search" />
      </Lens>
      <SearchInput
        ref={box}
        type="text"
        role="searchbox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={phone ? say("Search") : label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <Tail>
        {value === "" ? (
          <Kbd aria-hidden="true">/</Kbd>
        ) : (
          <IconButton icon="x" label={say("Clear search")} onClick={() => onChange("")} />
        )}
      </Tail>
    </Box>
  );
}

const Box = styled.div`
  ${({ theme: t }) => css`
    position: relative;
    flex: 1 1 calc(${t.size.search} - ${t.space.l});
    max-inline-size: calc(${t.size.search} + ${t.space.l});
    color: ${t.color.ink3};

    ${t.phone} {
      flex: 1 1 0;
      max-inline-size: none;
      min-inline-size: calc(${t.size.search} / 2);
    }
  `}
`;

const side = css`
  position: absolute;
  inset-block: 0;
  display: grid;
  place-items: center;
`;

const Lens = styled.span`
  ${side}
  inset-inline-start: ${({ theme }) => theme.size.cellPad};
  pointer-events: none;
`;

const Tail = styled.span`
  ${side}
  inset-inline-end: ${({ theme }) => theme.space.xxs};
  min-inline-size: ${({ theme }) => theme.size.inlineField}px;
`;

const SearchInput = styled(Input)`
  ${({ theme: t }) => css`
    block-size: ${touchable(t.size.button)};
    padding-inline: calc(${t.size.cellPad} + ${t.size.icon}px + ${t.space.s}) ${t.size.inlineField}px;
    border-radius: ${t.radius.button};
    text-overflow: ellipsis;
  `}
`;
