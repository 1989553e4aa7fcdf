import styled, { useTheme } from "styled-components";
import { personColor, type } from "../theme.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import type { RowState, TableText } from "./TableTypes.ts";

interface TableNoteProps {
  state: RowState;
  text: TableText;
}

/** Whose change or edit a row shows, or why the server refused one, in words. */
export function TableNote({ state, text }: TableNoteProps) {
  const theme = useTheme();
  if (state.refused !== undefined) {
    return (
      <Note $colour={theme.color.red}>
        <Icon name="circle-alert" />
        <Words title={state.refused}>{state.refused}</Words>
      </Note>
    );
  }
  if (state.editing) {
    const { name } = state.editing;
    return (
      <Note $colour={personColor(theme, name)}>
        <Avatar name={name} />
        <Words>{text.editing(name)}</Words>
      </Note>
    );
  }
  if (!state.glow) return null;
  return (
    <Note $colour={theme.color.accent}>
      <Avatar name={state.glow.by} />
      <Words>{text.justNow(state.glow.by)}</Words>
    </Note>
  );
}

const Note = styled.span<{ $colour: string }>`
  ${type("metaStrong")}
  display: flex;
  min-inline-size: 0;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  color: ${({ $colour }) => $colour};
`;

const Words = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
