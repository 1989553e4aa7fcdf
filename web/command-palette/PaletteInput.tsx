import styled, { css } from "styled-components";
import { t } from "../i18n/t.ts";
import { IconButton } from "../ui/button/Button.tsx";
import { CommandInput } from "../ui/form/CommandInput.tsx";
import { Icon } from "../ui/icon/Icon.tsx";
import { Kbd } from "../ui/text/Text.tsx";

interface PaletteInputProps {
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

/** The search field of the palette. */
export function PaletteInput({ text, onChange, onClose }: PaletteInputProps) {
  return (
    <InputRow>
      <Icon name="search" />
      <CommandInput dir="auto" placeholder={t("House, owner, phone, page…")} value={text} onValueChange={onChange} />
      <Kbd aria-hidden="true">Esc</Kbd>
      <MobileCloseButton>
        <IconButton icon="x" label={t("Close")} large onClick={onClose} />
      </MobileCloseButton>
    </InputRow>
  );
}

const InputRow = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.m};
    padding-inline: ${theme.size.fieldGap};
    border-block-end: 1px solid ${theme.color.borderStrong};
    color: ${theme.color.textMuted};

    ${theme.mobile} {
      padding-inline: ${theme.size.gutter} ${theme.space.xs};
    }
  `}
`;

/** Shown on phones, which have no Esc key. */
const MobileCloseButton = styled.span`
  display: none;

  ${({ theme }) => theme.mobile} {
    display: block;
  }
`;
