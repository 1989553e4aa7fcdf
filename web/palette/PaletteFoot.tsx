import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { printedKeys } from "../shortcuts.ts";
import { type } from "../theme.ts";
import { Kbd } from "../ui/Kbd.tsx";

/** The keys of the palette; gone on the phone, which has none. */
export function PaletteFoot({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <Foot>
      <span>
        {printedKeys("ArrowUp ArrowDown").map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {say("move")}
      </span>
      <span>
        <Kbd>{printedKeys("Enter")}</Kbd>
        {say("open")}
      </span>
      <span>
        <Kbd>{printedKeys("mod+Enter")}</Kbd>
        {say("new tab")}
      </span>
      <All type="button" onClick={onShortcuts}>
        <Kbd>{printedKeys("?")}</Kbd>
        {say("all shortcuts")}
      </All>
    </Foot>
  );
}

const keyed = css`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const Foot = styled.div`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${t.space.l};
    block-size: ${t.size.footer}px;
    padding-inline: ${t.size.fieldGap};
    border-block-start: 1px solid ${t.color.line};
    color: ${t.color.ink2};

    > span {
      ${keyed}
    }

    ${t.phone} {
      display: none;
    }
  `}
`;

const All = styled.button`
  ${keyed}
  ${({ theme: t }) => css`
    min-block-size: ${t.size.target}px;
    margin-inline-start: auto;
    padding-inline: ${t.space.xs};
    border: 0;
    border-radius: ${t.radius.button};
    background: none;
    color: inherit;
    cursor: pointer;

    &:hover {
      color: ${t.color.ink};
    }
  `}
`;
