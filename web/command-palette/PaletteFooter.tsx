import styled, { css } from "styled-components";
import { getKeyLabels } from "../hooks/shortcuts.ts";
import { isPageRightToLeft, t } from "../i18n/t.ts";
import { Kbd } from "../ui/text/Text.tsx";
import { hideOnMobile } from "../ui/theme/mixins.ts";
import { typography } from "../ui/theme/theme.ts";

interface PaletteFooterProps {
  /** Whether only the actions of one house are shown. */
  showsActions: boolean;
  onShortcuts: () => void;
}

/** The keyboard hints below the results; hidden on phones. */
export function PaletteFooter({ showsActions, onShortcuts }: PaletteFooterProps) {
  const backArrow = getActionsArrow() === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  return (
    <Footer>
      <span>
        {getKeyLabels("ArrowUp ArrowDown").map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {t("move")}
      </span>
      <span>
        <Kbd>{getKeyLabels("Enter")}</Kbd>
        {t("open")}
      </span>
      <span>
        <Kbd>{getKeyLabels(showsActions ? backArrow : getActionsArrow())}</Kbd>
        {showsActions ? t("back") : t("actions")}
      </span>
      <span>
        <Kbd>{getKeyLabels("mod+Enter")}</Kbd>
        {t("new tab")}
      </span>
      <AllShortcuts type="button" onClick={onShortcuts}>
        <Kbd>{getKeyLabels("?")}</Kbd>
        {t("all shortcuts")}
      </AllShortcuts>
    </Footer>
  );
}

/** The arrow key that opens the actions of the selected house: the one in reading direction. */
export function getActionsArrow(): "ArrowLeft" | "ArrowRight" {
  return isPageRightToLeft() ? "ArrowLeft" : "ArrowRight";
}

const keyHintStyle = css`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const Footer = styled.div`
  ${typography("meta")}
  ${({ theme }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.l};
    block-size: ${theme.size.footer}px;
    padding-inline: ${theme.size.fieldGap};
    border-block-start: 1px solid ${theme.color.border};
    color: ${theme.color.textMuted};

    > span {
      ${keyHintStyle}
    }
    ${hideOnMobile}
  `}
`;

const AllShortcuts = styled.button`
  ${keyHintStyle}
  ${({ theme }) => css`
    min-block-size: ${theme.size.minTarget}px;
    margin-inline-start: auto;
    padding-inline: ${theme.space.xs};
    border-radius: ${theme.radius.button};

    &:hover {
      color: ${theme.color.text};
    }
  `}
`;
