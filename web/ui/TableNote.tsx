import styled, { useTheme } from "styled-components";
import { say, sayMessage, sayName } from "../lib/language.ts";
import { personColor, type } from "../theme.ts";
import { Avatar } from "./Avatar.tsx";
import { clipped } from "./clipped.ts";
import { Icon } from "./Icon.tsx";
import type { RowState } from "./TableTypes.ts";

interface TableNoteProps {
  state: RowState;
}

/** Whose change or edit a row shows, or why the server refused one, in words. */
export function TableNote({ state }: TableNoteProps) {
  const theme = useTheme();
  if (state.refused !== undefined) {
    const reason = sayMessage(state.refused);
    return (
      <Note $colour={theme.color.red}>
        <Icon name="circle-alert" />
        <Reason title={reason}>{reason}</Reason>
      </Note>
    );
  }
  if (state.editing) {
    const { name } = state.editing;
    return (
      <Note $colour={personColor(theme, name)}>
        <Avatar name={name} />
        <Words>{say("{name} is editing", { name })}</Words>
      </Note>
    );
  }
  if (!state.glow) return null;
  return (
    <Note $colour={theme.color.accent}>
      <Avatar name={state.glow.by} />
      <Words>{say("{name} just now", { name: sayName(state.glow.by) })}</Words>
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
  ${clipped}
`;

/** Two short lines fit a row of any kind, and most reasons fit them. */
const Reason = styled.span`
  ${type("key")}
  display: -webkit-box;
  overflow: hidden;
  font-weight: 600;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
