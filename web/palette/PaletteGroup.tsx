import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import type { Entry, Group } from "./entries.ts";
import { PaletteRow } from "./PaletteRow.tsx";

/** Lines of one kind, and how many more there are. */
export function PaletteGroup({ group, onSelect }: { group: Group; onSelect: (entry: Entry) => void }) {
  const { heading, of, entries } = group;
  const head = (
    <Heading>
      <span>{heading}</span>
      {of !== undefined && <span>{say("{shown} of {count}", of)}</span>}
    </Heading>
  );
  return (
    <Command.Group heading={head}>
      {entries.map((entry) => (
        <PaletteRow key={entry.key} entry={entry} onSelect={() => onSelect(entry)} />
      ))}
    </Command.Group>
  );
}

const Heading = styled.span`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: flex;
    justify-content: space-between;
    gap: ${t.space.m};
    padding: ${t.space.m} ${t.space.m} ${t.space.xs};
    color: ${t.color.ink3};
  `}
`;
