import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { t } from "../i18n/t.ts";
import { IconButton } from "../ui/button/Button.tsx";
import { Icon } from "../ui/icon/Icon.tsx";
import { Kbd } from "../ui/text/Text.tsx";

interface PaletteInputProps {
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

/** What is searched for. */
export function PaletteInput({ text, onChange, onClose }: PaletteInputProps) {
  return (
    <InputRow>
      <Icon name="search" />
      <Input dir="auto" placeholder={t("House, owner, page…")} value={text} onValueChange={onChange} />
      <Kbd aria-hidden="true">Esc</Kbd>
      <MobileClose>
        <IconButton icon="x" label={t("Close")} large onClick={onClose} />
      </MobileClose>
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

const Input = styled(Command.Input)`
  ${({ theme }) => css`
    flex: 1;
    min-inline-size: 0;
    block-size: ${theme.size.header}px;
    border: 0;
    background: none;
    color: ${theme.color.text};
    font: ${theme.font.commandInput} ${theme.font.family};
    outline: none;

    [dir="rtl"] &:placeholder-shown {
      text-align: right;
    }

    &::placeholder {
      color: ${theme.color.textSubtle};
    }
  `}
`;

/** A phone has no Esc. */
const MobileClose = styled.span`
  display: none;

  ${({ theme }) => theme.mobile} {
    display: block;
  }
`;
