import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { printedKeys } from "../shortcuts.ts";
import { touchable, type } from "../theme.ts";
import { clipped } from "../ui/clipped.ts";
import { Icon } from "../ui/Icon.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import type { Entry } from "./entries.ts";

/** A line of the palette: what it is, a word about it, and at the end what counts. */
export function PaletteRow({ entry, onSelect }: { entry: Entry; onSelect: () => void }) {
  const { key, icon, lead, title, hint, end, shortcut } = entry;
  return (
    <Row value={key} onSelect={onSelect}>
      {lead ? <Lead>{lead}</Lead> : <Icon name={icon ?? "file-text"} />}
      <Texts>
        <Title dir="auto">{title}</Title>
        {hint !== undefined && <Hint>{hint}</Hint>}
      </Texts>
      {end}
      {shortcut ? (
        <Kbd aria-hidden="true">{printedKeys(shortcut).join(" ")}</Kbd>
      ) : (
        <OpenKey aria-hidden="true">Enter</OpenKey>
      )}
    </Row>
  );
}

const Row = styled(Command.Item)`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.m};
    min-block-size: ${touchable(t.size.row)};
    padding-inline: calc(${t.space.m} - ${t.space.hair}) ${t.space.m};
    border-inline-start: ${t.space.hair} solid transparent;
    border-radius: ${t.radius.button};
    color: ${t.color.ink};
    cursor: pointer;
    scroll-margin-block: ${t.size.row}px;

    &[aria-selected="true"] {
      border-inline-start-color: ${t.color.accent};
      background: ${t.color.accentSoft};
    }
  `}
`;

/** Of one width, so that what follows stands in a column; a longer number takes what it needs. */
const Lead = styled.span`
  display: grid;
  flex: none;
  min-inline-size: ${({ theme }) => theme.size.palette.lead};
`;

const Texts = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    flex: 1;
    align-items: baseline;
    gap: ${t.space.m};
    min-inline-size: 0;

    ${t.phone} {
      flex-direction: column;
      align-items: stretch;
      gap: 0;
      padding-block: ${t.space.xs};
    }
  `}
`;

const Title = styled.span`
  ${type("strong")}
  ${clipped}
`;

const Hint = styled.span`
  ${type("meta")}
  ${clipped}
  flex: 0 1 auto;
  min-inline-size: 0;
  color: ${({ theme }) => theme.color.ink2};
`;

/** Only at the line that Enter would open. */
const OpenKey = styled(Kbd)`
  [cmdk-item]:not([aria-selected="true"]) > & {
    display: none;
  }
`;

export const DueText = styled.span`
  white-space: nowrap;

  [aria-selected="true"] & {
    ${type("strong")}
  }
`;

export const PaidUp = styled.span`
  ${type("medium")}
  color: ${({ theme }) => theme.color.accent};
  white-space: nowrap;
`;
