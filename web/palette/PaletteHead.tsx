import { Command } from "cmdk";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { IconButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Kbd } from "../ui/Kbd.tsx";

interface PaletteHeadProps {
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

/** What is searched for. */
export function PaletteHead({ text, onChange, onClose }: PaletteHeadProps) {
  return (
    <Head>
      <Icon name="search" />
      <Input dir="auto" placeholder={say("House, owner, page…")} value={text} onValueChange={onChange} />
      <Kbd aria-hidden="true">Esc</Kbd>
      <Cross>
        <IconButton icon="x" label={say("Close")} large onClick={onClose} />
      </Cross>
    </Head>
  );
}

const Head = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${t.space.m};
    padding-inline: ${t.size.fieldGap};
    border-block-end: 1px solid ${t.color.line2};
    color: ${t.color.ink2};

    ${t.phone} {
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
    color: ${t.color.ink};
    font: ${t.font.palette} ${t.font.family};
    outline: none;

    [dir="rtl"] &:placeholder-shown {
      text-align: right;
    }

    &::placeholder {
      color: ${t.color.ink3};
    }
  `}
`;

/** A phone has no Esc. */
const Cross = styled.span`
  display: none;

  ${({ theme }) => theme.phone} {
    display: block;
  }
`;
