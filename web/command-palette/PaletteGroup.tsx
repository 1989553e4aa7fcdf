import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { t } from "../i18n/t.ts";
import { typography } from "../ui/theme/theme.ts";
import { PaletteRow } from "./PaletteRow.tsx";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";

/** Lines of one kind, and how many more there are. */
export function PaletteGroup({ group, onSelect }: { group: PaletteItemGroup; onSelect: (entry: PaletteItem) => void }) {
  const { heading, counts, items } = group;
  const head = (
    <Heading>
      <span>{heading}</span>
      {counts !== undefined && <span>{t("{shown} of {count}", counts)}</span>}
    </Heading>
  );
  return (
    <Command.Group heading={head}>
      {items.map((entry) => (
        <PaletteRow key={entry.key} entry={entry} onSelect={() => onSelect(entry)} />
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
