import { createContext, useContext } from "react";
import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { Heard } from "../../ui/TableHeard.ts";
import { Tick } from "../../ui/Tick.tsx";
import { type Box, stateOf } from "./permissionBoxes.ts";

interface Granting {
  may: boolean;
  onSet(boxes: readonly Box[], allowed: boolean): void;
}

/** For the ticks in the grid, which are drawn by its columns. */
export const Granting = createContext<Granting>({ may: false, onSet: () => undefined });

/** One box of the grid, or the dash of a pair that does not exist. */
export function PermissionTick({ box, tabIndex, cell }: { box: Box | undefined; tabIndex?: number; cell?: boolean }) {
  const { may, onSet } = useContext(Granting);
  if (!box) {
    return (
      <Dash>
        <span aria-hidden="true">–</span>
        <Heard as="span">{say("does not exist")}</Heard>
      </Dash>
    );
  }
  return (
    <Mark $changed={box.changed} title={box.locked ? say("You do not hold this yourself") : undefined}>
      <Tick
        state={box.allowed ? "paid" : "empty"}
        label={box.changed ? say("{name}, not saved yet", { name: box.name }) : box.name}
        disabled={!may || box.locked}
        tabIndex={tabIndex}
        cell={cell}
        onChange={(allowed) => onSet([box], allowed)}
      />
    </Mark>
  );
}

/** Sets all of a menu and of what is below it. */
export function PermissionsTick({ boxes, name }: { boxes: readonly Box[]; name: string }) {
  const { may, onSet } = useContext(Granting);
  const free = boxes.filter(({ locked }) => !locked);
  return (
    <Tick
      state={stateOf(boxes)}
      label={say("Everything of {name}", { name })}
      disabled={!may || free.length === 0}
      onChange={() =>
        onSet(
          free,
          free.some(({ allowed }) => !allowed),
        )
      }
    />
  );
}

const Mark = styled.span<{ $changed: boolean }>`
  ${({ theme: t, $changed }) => css`
    position: relative;
    display: inline-grid;

    ${
      $changed &&
      css`
        &::after {
          content: "";
          position: absolute;
          inset-block-start: calc(-1 * ${t.space.hair});
          inset-inline-end: calc(-1 * ${t.space.hair});
          inline-size: ${t.size.dot}px;
          block-size: ${t.size.dot}px;
          border: 1px solid ${t.color.surface};
          border-radius: ${t.radius.round};
          background: ${t.color.amberFig};
          pointer-events: none;
        }
      `
    }
  `}
`;

const Dash = styled.span`
  position: relative;
  color: ${({ theme }) => theme.color.ink3};
`;
