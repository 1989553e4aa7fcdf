import styled, { css } from "styled-components";
import { keyLabels } from "../hooks/shortcuts.ts";
import { t } from "../i18n/t.ts";
import { Kbd } from "../ui/text/Text.tsx";
import { typography } from "../ui/theme/theme.ts";

/** The keys of the palette; gone on the phone, which has none. */
export function PaletteFooter({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <Footer>
      <span>
        {keyLabels("ArrowUp ArrowDown").map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {t("move")}
      </span>
      <span>
        <Kbd>{keyLabels("Enter")}</Kbd>
        {t("open")}
      </span>
      <span>
        <Kbd>{keyLabels("mod+Enter")}</Kbd>
        {t("new tab")}
      </span>
      <AllShortcuts type="button" onClick={onShortcuts}>
        <Kbd>{keyLabels("?")}</Kbd>
        {t("all shortcuts")}
      </AllShortcuts>
    </Footer>
  );
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

    ${theme.mobile} {
      display: none;
    }
  `}
`;

const AllShortcuts = styled.button`
  ${keyHintStyle}
  ${({ theme }) => css`
    min-block-size: ${theme.size.minTarget}px;
    margin-inline-start: auto;
    padding-inline: ${theme.space.xs};
    border: 0;
    border-radius: ${theme.radius.button};
    background: none;
    color: inherit;
    cursor: pointer;

    &:hover {
      color: ${theme.color.text};
    }
  `}
`;
