import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { t } from "../i18n/t.ts";
import { IconButton } from "../ui/button/Button.tsx";
import { Icon } from "../ui/icon/Icon.tsx";
import { Kbd } from "../ui/text/Kbd.tsx";

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
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${t.space.m};
    padding-inline: ${t.size.fieldGap};
    border-block-end: 1px solid ${t.color.borderStrong};
    color: ${t.color.textMuted};

    ${t.mobile} {
      padding-inline: ${t.size.gutter} ${t.space.xs};
    }
  `}
`;

const Input = styled(Command.Input)`
  ${({ theme: t }) => css`
    flex: 1;
    min-inline-size: 0;
    block-size: ${t.size.header}px;
    border: 0;
    background: none;
    color: ${t.color.text};
    font: ${t.font.palette} ${t.font.family};
    outline: none;

    [dir="rtl"] &:placeholder-shown {
      text-align: right;
    }

    &::placeholder {
      color: ${t.color.textSubtle};
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
