import { Fragment } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { printedKeys, type ShortcutKey, type ShortcutPlace, shortcuts } from "../shortcuts.ts";
import { type } from "../theme.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Kbd } from "../ui/Kbd.tsx";

/** All keys there are. */
export function Shortcuts({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={say("Shortcuts")}>
      <Places>
        {places.map((place) => (
          <section key={place} aria-label={say(place)}>
            <Place>{say(place)}</Place>
            <dl>
              {keysAt(place).map((key) => (
                <Line key={key}>
                  <dt>{say(shortcuts[key].words)}</dt>
                  <Keys dir="ltr">
                    {printedKeys(key).map((print) => (
                      <Fragment key={print}>
                        <Kbd>{print}</Kbd>{" "}
                      </Fragment>
                    ))}
                  </Keys>
                </Line>
              ))}
            </dl>
          </section>
        ))}
      </Places>
    </Dialog>
  );
}

const places = ["Everywhere", "On a list", "In the palette"] as const satisfies readonly ShortcutPlace[];

function keysAt(place: ShortcutPlace): ShortcutKey[] {
  return names.filter((key) => shortcuts[key].place === place);
}

const names = Object.keys(shortcuts).filter((key): key is ShortcutKey => key in shortcuts);

const Places = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
`;

const Place = styled.h3`
  ${type("metaStrong")}
  ${({ theme: t }) => css`
    padding-block-end: ${t.space.xs};
    border-block-end: 1px solid ${t.color.line2};
    color: ${t.color.ink3};
  `}
`;

const Line = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${t.space.l};
    min-block-size: ${t.size.row}px;
    border-block-end: 1px solid ${t.color.line};
  `}
`;

const Keys = styled.dd`
  flex: none;

  /* Here the keys are the matter itself, on the phone too. */
  kbd {
    display: inline-flex;
  }
`;
