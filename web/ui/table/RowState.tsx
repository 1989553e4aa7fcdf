import { useEffect, useRef } from "react";
import styled, { useTheme } from "styled-components";
import { Avatar } from "../badge/Avatar.tsx";
import { Icon } from "../icon/Icon.tsx";
import { ellipsis } from "../theme/mixins.ts";
import { personColor, typography } from "../theme/theme.ts";
import { useUiTexts } from "../UiTexts.tsx";
import type { TableLayout } from "./tableStyles.ts";
import type { Column, RowAction, RowState } from "./tableTypes.ts";

/** Who edits or has just changed a row, or why a change failed. */
export function RowStateLabel({ state }: { state: RowState }) {
  const theme = useTheme();
  const texts = useUiTexts();
  if (state.error !== undefined) {
    const reason = texts.translateMessage(state.error);
    return (
      <LabelBox $color={theme.color.red}>
        <Icon name="circle-alert" />
        <Reason title={reason}>{reason}</Reason>
      </LabelBox>
    );
  }
  if (state.editing) {
    const { name } = state.editing;
    return (
      <LabelBox $color={personColor(theme, name)}>
        <Avatar name={name} />
        <LabelText>{texts.isEditing(name)}</LabelText>
      </LabelBox>
    );
  }
  if (!state.highlight) return null;
  return (
    <LabelBox $color={theme.color.accent}>
      <Avatar name={state.highlight.by} />
      <LabelText>{texts.changedJustNow(state.highlight.by)}</LabelText>
    </LabelBox>
  );
}

/** Highlights the element from the time `at` (ms since 1970) and fades out; an element mounted later joins the running animation. */
export function useHighlight<Element extends HTMLElement>(at: number | undefined) {
  const ref = useRef<Element>(null);
  const { motion, color } = useTheme();
  const background = color.accentSoft;
  useEffect(() => {
    const element = ref.current;
    if (at === undefined || !element) return;
    const fade = Number.parseFloat(motion.highlightFade);
    const duration = motion.highlightHoldMs + fade;
    const prefersReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const highlighted = { backgroundColor: background };
    const frames = prefersReducedMotion
      ? [highlighted, highlighted]
      : [highlighted, { ...highlighted, offset: motion.highlightHoldMs / duration, easing: "ease-out" }, {}];
    const animation = element.animate(frames, { duration, delay: at - Date.now() });
    return () => animation.cancel();
  }, [at, background, motion]);
  return ref;
}

export interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** From 1; the head is 1. */
  rowIndex: number;
  /** 2 for the rows of a group. */
  level?: number;
  /** The keyboard cursor is on this row. */
  hasCursor: boolean;
  columns: readonly Column<Row>[];
  layout: TableLayout;
  state: RowState | undefined;
  rowActions?(row: Row): readonly RowAction[];
}

/** Attributes of a row's element for screen readers, the keyboard and styles. */
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

/** The state to show if there are several. */
export function rowStateName(state: RowState | undefined): "error" | "editing" | "highlight" | undefined {
  if (state?.error !== undefined) return "error";
  if (state?.editing) return "editing";
  return state?.highlight && "highlight";
}

/** For `memo`: compares the row state by value, because `rowState` returns a new object each time. */
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

const LabelBox = styled.span<{ $color: string }>`
  ${typography("metaStrong")}
  display: flex;
  min-inline-size: 0;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  color: ${({ $color }) => $color};
`;

const LabelText = styled.span`
  ${ellipsis}
`;

/** At most two lines, which fit the height of a row. */
const Reason = styled.span`
  ${typography("key")}
  display: -webkit-box;
  overflow: hidden;
  font-weight: 600;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
