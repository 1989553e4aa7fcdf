import { useEffect, useRef } from "react";
import styled, { useTheme } from "styled-components";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { Avatar } from "../badge/Avatar.tsx";
import { Icon } from "../icon/Icon.tsx";
import { ellipsis } from "../theme/mixins.ts";
import { personColor, typography } from "../theme/theme.ts";
import type { TableLayout } from "./tableStyles.ts";
import type { Column, RowAction, RowState } from "./tableTypes.ts";

interface RowStateLabelProps {
  state: RowState;
}

/** Whose change or edit a row shows, or why the server refused one, in words. */
export function RowStateLabel({ state }: RowStateLabelProps) {
  const theme = useTheme();
  if (state.error !== undefined) {
    const reason = translateMessage(state.error);
    return (
      <LabelBox $colour={theme.color.red}>
        <Icon name="circle-alert" />
        <Reason title={reason}>{reason}</Reason>
      </LabelBox>
    );
  }
  if (state.editing) {
    const { name } = state.editing;
    return (
      <LabelBox $colour={personColor(theme, name)}>
        <Avatar name={name} />
        <LabelText>{t("{name} is editing", { name })}</LabelText>
      </LabelBox>
    );
  }
  if (!state.highlight) return null;
  return (
    <LabelBox $colour={theme.color.accent}>
      <Avatar name={state.highlight.by} />
      <LabelText>{t("{name} just now", { name: translateName(state.highlight.by) })}</LabelText>
    </LabelBox>
  );
}

/** Lights the element from the instant `at` (ms) and lets it fade; mounted late, it joins in the middle. */
export function useHighlight<Element extends HTMLElement>(at: number | undefined) {
  const ref = useRef<Element>(null);
  const { motion, color } = useTheme();
  const soft = color.accentSoft;
  useEffect(() => {
    const element = ref.current;
    if (at === undefined || !element) return;
    const fade = Number.parseFloat(motion.highlightFade);
    const duration = motion.highlightHoldMs + fade;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const lit = { backgroundColor: soft };
    const frames = still
      ? [lit, lit]
      : [lit, { ...lit, offset: motion.highlightHoldMs / duration, easing: "ease-out" }, {}];
    const animation = element.animate(frames, { duration, delay: at - Date.now() });
    return () => animation.cancel();
  }, [at, soft, motion]);
  return ref;
}

export interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** Counted from 1, the head being 1. */
  rowIndex: number;
  /** 2 for the rows of a group. */
  level?: number;
  /** The keyboard is on this row. */
  hasCursor: boolean;
  columns: readonly Column<Row>[];
  layout: TableLayout;
  state: RowState | undefined;
  rowActions?(row: Row): readonly RowAction[];
}

/** What a row's element carries for screen readers, the keyboard and its styles. */
export function rowAttributes<Row>({ id, rowIndex, level, hasCursor, state }: TableRowProps<Row>) {
  return {
    id,
    "aria-rowindex": rowIndex,
    "aria-level": level,
    "data-cursor": hasCursor || undefined,
    "data-state": rowStateName(state),
    $editor: state?.editing?.name,
  };
}

/** A refusal outweighs an edit, an edit a past change. */
export function rowStateName(state: RowState | undefined): "refused" | "editing" | "glow" | undefined {
  if (state?.error !== undefined) return "refused";
  if (state?.editing) return "editing";
  return state?.highlight && "glow";
}

/** For `memo`: the same row, though `rowState` makes its answer anew each time. */
export function areRowPropsEqual<Row>(before: TableRowProps<Row>, after: TableRowProps<Row>): boolean {
  return (
    before.row === after.row &&
    before.id === after.id &&
    before.rowIndex === after.rowIndex &&
    before.hasCursor === after.hasCursor &&
    before.columns === after.columns &&
    before.layout === after.layout &&
    before.rowActions === after.rowActions &&
    before.state?.error === after.state?.error &&
    before.state?.highlight?.at === after.state?.highlight?.at &&
    before.state?.highlight?.by === after.state?.highlight?.by &&
    before.state?.editing?.name === after.state?.editing?.name
  );
}

const LabelBox = styled.span<{ $colour: string }>`
  ${typography("metaStrong")}
  display: flex;
  min-inline-size: 0;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  color: ${({ $colour }) => $colour};
`;

const LabelText = styled.span`
  ${ellipsis}
`;

/** Two short lines fit a row of any kind, and most reasons fit them. */
const Reason = styled.span`
  ${typography("key")}
  display: -webkit-box;
  overflow: hidden;
  font-weight: 600;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
