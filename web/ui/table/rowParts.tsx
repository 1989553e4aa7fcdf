/** The parts that TableRow and TableCard share: row state, highlight, attributes. */

import { useEffect, useRef } from "react";
import styled, { css, useTheme } from "styled-components";
import { Avatar } from "../badge/Avatar.tsx";
import { Icon } from "../icon/Icon.tsx";
import { VisuallyHidden } from "../text/Text.tsx";
import { ellipsis } from "../theme/mixins.ts";
import { personColor, typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";
import type { RowAction, RowState } from "./tableTypes.ts";
import type { RowPlacement } from "./VirtualTable.tsx";

interface RowStateLabelProps {
  state: RowState;
  /** Shows a reason whole, because a card grows with it. */
  isOnCard?: boolean;
}

/** Shows who edits or has just changed a row, or why a change failed. */
export function RowStateLabel({ state, isOnCard = false }: RowStateLabelProps) {
  const theme = useTheme();
  const texts = useUiTexts();
  if (state.error !== undefined) {
    const reason = texts.translateMessage(state.error);
    return (
      <LabelBox $color={theme.color.red}>
        <Icon name="circle-alert" />
        <Reason title={reason} $isWhole={isOnCard}>
          {reason}
        </Reason>
      </LabelBox>
    );
  }
  if (state.editing) {
    const { name } = state.editing;
    return (
      <LabelBox $color={personColor(theme, name)}>
        <Avatar name={name} />
        <LabelText dir="auto">{texts.editedBy(name)}</LabelText>
      </LabelBox>
    );
  }
  if (!state.highlight) return null;
  const { by } = state.highlight;
  return (
    <LabelBox $color={theme.color.accent} title={texts.changedJustNowBy(by)}>
      <Avatar name={by} />
      <LabelText dir="auto" aria-hidden="true">
        {texts.personName(by)}
      </LabelText>
      <VisuallyHidden as="span">{texts.changedJustNowBy(by)}</VisuallyHidden>
    </LabelBox>
  );
}

/**
 * Highlights an element with a background and an edge from the time `startedAt` (ms since 1970), then fades out. An
 * element that is mounted later starts in the middle of the animation, so that scrolling does not restart it.
 */
export function useHighlight<Element extends HTMLElement>(startedAt: number | undefined) {
  const ref = useRef<Element>(null);
  const { motion, color, size } = useTheme();
  const { accent, accentSoft: backgroundColor } = color;
  useEffect(() => {
    const element = ref.current;
    if (startedAt === undefined || !element) return;
    const fade = Number.parseFloat(motion.highlightFade);
    const duration = motion.highlightHoldMs + fade;
    const prefersReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    // The background alone has too little contrast to be seen by everybody.
    const isRightToLeft = getComputedStyle(element).direction === "rtl";
    const boxShadow = `inset ${isRightToLeft ? "-" : ""}${size.thickBorder} 0 ${accent}`;
    const highlighted = { backgroundColor, boxShadow };
    const frames = prefersReducedMotion
      ? [highlighted, highlighted]
      : [highlighted, { ...highlighted, offset: motion.highlightHoldMs / duration, easing: "ease-out" }, {}];
    const animation = element.animate(frames, { duration, delay: startedAt - Date.now() });
    return () => animation.cancel();
  }, [startedAt, backgroundColor, accent, motion, size]);
  return ref;
}

/** Removes the highlights of rows that changed together with an earlier row, so that one change has one label. */
export function highlightOncePerChange(states: readonly (RowState | undefined)[]): (RowState | undefined)[] {
  const highlights = new Set<RowState["highlight"]>();
  return states.map((state) => {
    if (!state?.highlight) return state;
    const isRepeated = highlights.has(state.highlight);
    highlights.add(state.highlight);
    return isRepeated ? { ...state, highlight: undefined } : state;
  });
}

export interface TableRowProps<Row> extends RowPlacement<Row> {
  row: Row;
  /** `aria-level`: 2 for the rows of a group. */
  level?: number;
  state: RowState | undefined;
  rowActions?(row: Row): readonly RowAction[];
}

/** Attributes of a row's element for screen readers, the keyboard and styles. */
export function createRowAttributes<Row>({ id, rowIndex, level, hasCursor, state }: TableRowProps<Row>) {
  return {
    id,
    "aria-rowindex": rowIndex,
    "aria-level": level,
    "data-cursor": hasCursor || undefined,
    "data-state": rowStateName(state),
    $editor: state?.editing?.name,
  };
}

/** The most important state: error, then editing, then highlight. */
export function rowStateName(state: RowState | undefined): "error" | "editing" | "highlight" | undefined {
  if (state?.error !== undefined) return "error";
  if (state?.editing) return "editing";
  return state?.highlight && "highlight";
}

/** For `memo`. Compares the row state by value, because `rowState` returns a new object on each call. */
export function areRowPropsEqual<Row>(previous: TableRowProps<Row>, next: TableRowProps<Row>): boolean {
  return (
    previous.row === next.row &&
    previous.id === next.id &&
    previous.rowIndex === next.rowIndex &&
    previous.hasCursor === next.hasCursor &&
    previous.layout === next.layout &&
    previous.rowActions === next.rowActions &&
    previous.state?.error === next.state?.error &&
    previous.state?.highlight?.startedAt === next.state?.highlight?.startedAt &&
    previous.state?.highlight?.by === next.state?.highlight?.by &&
    previous.state?.editing?.name === next.state?.editing?.name
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

/** In a table limited to two lines, because a row has no room for more. */
const Reason = styled.span<{ $isWhole: boolean }>`
  ${typography("caption")}
  font-weight: 600;
  white-space: normal;
  ${({ $isWhole }) =>
    !$isWhole &&
    css`
      display: -webkit-box;
      max-inline-size: 32ch;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    `}
`;
