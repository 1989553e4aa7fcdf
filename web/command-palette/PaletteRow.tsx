import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { getKeyLabels } from "../hooks/shortcuts.ts";
import { t } from "../i18n/t.ts";
import { Icon } from "../ui/icon/Icon.tsx";
import { Kbd } from "../ui/text/Text.tsx";
import { ellipsis } from "../ui/theme/mixins.ts";
import { targetSize, typography } from "../ui/theme/theme.ts";
import type { PaletteItem } from "./paletteItem.ts";

interface PaletteRowProps {
  item: PaletteItem;
  onSelect: () => void;
  /** Whether the row has a chevron at its end that opens the actions of the item; see `isActionsTarget`. */
  hasActions: boolean;
}

export function PaletteRow({ item, onSelect, hasActions }: PaletteRowProps) {
  const { key, icon, leading, title, hint, trailing, shortcut } = item;
  return (
    <Row value={key} onSelect={onSelect}>
      {leading ? <Leading>{leading}</Leading> : <Icon name={icon ?? "file-text"} />}
      <Texts>
        <Title dir="auto">{title}</Title>
        {hint !== undefined && <Hint>{hint}</Hint>}
      </Texts>
      {trailing}
      {shortcut ? (
        <Kbd aria-hidden="true">{getKeyLabels(shortcut).join(" ")}</Kbd>
      ) : (
        <EnterHint aria-hidden="true">Enter</EnterHint>
      )}
      {hasActions && (
        <ActionsTarget aria-hidden="true" data-actions title={t("Actions")}>
          <Icon name="chevron-right" />
        </ActionsTarget>
      )}
    </Row>
  );
}

/** Whether the click was on the chevron of a row. */
export function isActionsTarget(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-actions]") !== null;
}

const Row = styled(Command.Item)`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.m};
    min-block-size: ${targetSize(theme.size.row)};
    padding-inline: calc(${theme.space.m} - ${theme.size.thickBorder}) ${theme.space.m};
    border-inline-start: ${theme.size.thickBorder} solid transparent;
    border-radius: ${theme.radius.button};
    color: ${theme.color.text};
    cursor: pointer;
    scroll-margin-block: ${theme.size.row}px;

    &[aria-selected="true"] {
      border-inline-start-color: ${theme.color.accent};
      background: ${theme.color.accentSoft};
    }
  `}
`;

/** The minimum width aligns the titles; a longer house number takes more. */
const Leading = styled.span`
  display: grid;
  flex: none;
  min-inline-size: ${({ theme }) => theme.size.commandPalette.leadingWidth};
`;

const Texts = styled.span`
  ${({ theme }) => css`
    display: flex;
    flex: 1;
    align-items: baseline;
    gap: ${theme.space.m};
    min-inline-size: 0;

    ${theme.mobile} {
      flex-direction: column;
      align-items: flex-start;
      gap: 0;
      padding-block: ${theme.space.xs};
    }
  `}
`;

/** Is cut off only if the hint has no room left. */
const Title = styled.span`
  ${typography("strong")}
  ${ellipsis}
  flex: none;
  max-inline-size: 100%;
`;

const Hint = styled.span`
  ${typography("meta")}
  ${ellipsis}
  flex: 0 1 auto;
  min-inline-size: 0;
  max-inline-size: 100%;
  color: ${({ theme }) => theme.color.textMuted};
`;

/** Visible for the selected row only. */
const EnterHint = styled(Kbd)`
  [cmdk-item]:not([aria-selected="true"]) > & {
    display: none;
  }
`;

const ActionsTarget = styled.span`
  ${({ theme }) => css`
    display: grid;
    flex: none;
    place-items: center;
    min-inline-size: ${theme.size.minTarget}px;
    min-block-size: ${targetSize(theme.size.minTarget)};
    border-radius: ${theme.radius.button};
    color: ${theme.color.textMuted};

    &:hover {
      background: ${theme.color.surface};
      color: ${theme.color.text};
    }
  `}
`;

/** The overdue amount of a house, at the end of its row; on phones in two lines, so that the owner has room. */
export const OverdueText = styled.span`
  white-space: nowrap;

  ${({ theme }) => theme.mobile} {
    inline-size: min-content;
    text-align: end;
    white-space: normal;
  }

  [aria-selected="true"] & {
    ${typography("strong")}
  }
`;

/** The text "Nothing overdue" at the end of the row of a house. */
export const NothingOverdue = styled.span`
  ${typography("medium")}
  color: ${({ theme }) => theme.color.accent};
  white-space: nowrap;
`;
