import styled, { css } from "styled-components";
import type { Hand } from "../../shared/wire.ts";
import { say, sayName } from "../lib/language.ts";
import { saidMoment } from "../moment.ts";
import { type } from "../theme.ts";
import { visuallyHidden } from "../ui/GlobalStyle.tsx";
import type { Side } from "./versions.ts";

interface ConflictFieldProps {
  label: string;
  name: string;
  before: string;
  mine: string;
  theirs: string;
  /** Who gave the field their value, and when. */
  hand: Hand | undefined;
  /** Whose version the other one is. */
  who: string;
  /** Both have the same value: there is nothing to choose. */
  same: boolean;
  side: Side;
  onChoose: (side: Side) => void;
}

/** One field as it was and as both have it, and whose value is taken. */
export function ConflictField({ label, name, before, same, side, onChoose, ...versions }: ConflictFieldProps) {
  const { mine, theirs, hand, who } = versions;
  const stamp = hand && say("{name}, {time}", { name: sayName(hand.by), time: saidMoment(hand.at) });
  return (
    <Line role="radiogroup" aria-label={label}>
      <Label aria-hidden="true">{label}</Label>
      <Was>
        <Title>{say("Before")}</Title>
        <bdi>{before}</bdi>
      </Was>
      {same ? (
        <Same>
          <bdi>{mine}</bdi> <small>{say("same in both")}</small>
        </Same>
      ) : (
        <>
          <Pick $chosen={side === "mine"}>
            <input type="radio" name={name} checked={side === "mine"} onChange={() => onChoose("mine")} />
            <span>
              <Title>{say("Yours")}</Title>
              <bdi>{mine}</bdi>
            </span>
          </Pick>
          <Pick $chosen={side === "theirs"}>
            <input type="radio" name={name} checked={side === "theirs"} onChange={() => onChoose("theirs")} />
            <span>
              {!stamp && <Title>{who}</Title>}
              <bdi>{theirs}</bdi>
              {stamp && <small>{stamp}</small>}
            </span>
          </Pick>
        </>
      )}
    </Line>
  );
}

const Line = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    border-block-end: 1px solid ${t.color.line};
    overflow-wrap: anywhere;

    ${t.phone} {
      display: block;
      padding-block: ${t.space.m};
    }
  `}
`;

const Label = styled.span`
  ${({ theme: t }) => css`
    align-self: center;
    padding-inline-end: ${t.space.m};

    ${t.phone} {
      ${type("strong")}
      display: block;
    }
  `}
`;

const Was = styled.span`
  ${({ theme: t }) => css`
    align-self: center;
    padding-inline-end: ${t.space.m};
    color: ${t.color.ink2};
  `}
`;

/** Heads say it on the desk. */
const Title = styled.span`
  ${visuallyHidden}

  ${({ theme: t }) => css`
    ${t.phone} {
      position: static;
      inline-size: auto;
      block-size: auto;
      margin: 0;
      margin-inline-end: ${t.space.s};
      clip-path: none;
      color: ${t.color.ink2};
    }
  `}
`;

const Same = styled.span`
  ${({ theme: t }) => css`
    grid-column: 3 / -1;
    padding: ${t.space.s} ${t.space.m};
    color: ${t.color.ink2};

    ${t.phone} {
      display: block;
      padding-inline: 0;
    }
  `}
`;

const Pick = styled.label<{ $chosen: boolean }>`
  ${({ theme: t, $chosen }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};
    min-block-size: calc(${t.size.row}px + ${t.space.s});
    padding: ${t.space.s} ${t.space.m};
    border-inline-start: 1px solid ${t.color.line};
    background: ${$chosen ? t.color.accentSoft : "transparent"};
    font-weight: ${$chosen ? 600 : 400};
    cursor: pointer;

    input {
      flex: none;
      inline-size: ${t.size.icon}px;
      block-size: ${t.size.icon}px;
      margin: 0;
      accent-color: ${t.color.accent};
    }

    small {
      ${type("meta")}
      display: block;
      color: ${t.color.ink2};
    }

    &:focus-within {
      outline: ${t.size.ring} solid ${t.color.accent};
      outline-offset: calc(-1 * ${t.size.ring});
    }

    ${t.phone} {
      margin-block-start: ${t.space.s};
      border: 1px solid ${t.color.line2};
      border-radius: ${t.radius.field};
    }
  `}
`;
