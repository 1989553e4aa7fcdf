import { type KeyboardEvent, useState } from "react";
import styled, { css } from "styled-components";
import type { AnyResource } from "../../shared/registry.ts";
import { say, sayName } from "../lib/language.ts";
import { saidMoment } from "../moment.ts";
import { idOf, titleOf, type Values, versionOf } from "../resourceValues.ts";
import { type } from "../theme.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import type { FieldsTold } from "../ui/FormControl.ts";
import { ConflictField } from "./ConflictField.tsx";
import { fieldText } from "./fieldText.ts";
import { type Clash, handOf, handsIn } from "./saveMerged.ts";
import { isOpen, mergedValues, type Side, suggestedSide } from "./versions.ts";

interface ConflictDialogProps<Rec> {
  resource: AnyResource;
  clash: Clash<Rec>;
  told: FieldsTold;
  /** What the record is called where its title says nothing to people. */
  name?: string;
  open: boolean;
  /** Without values: nothing is saved for now. */
  onSettle: (values?: Values) => void;
}

/** Both versions of a record, field by field; whose value is taken is chosen, and what will be saved is spelled out first. */
export function ConflictDialog<Rec extends object>(props: ConflictDialogProps<Rec>) {
  const { resource, clash, told, open, onSettle } = props;
  const { fields, edits, base, theirs } = clash;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (field: (typeof fields)[number]): Side => sides[field.name] ?? suggestedSide(field);
  const values = mergedValues({ mine: clash.mine, theirs: clash.theirValues }, { fields, sideOf });
  const names = handsIn(edits).map(sayName);
  const who = names.join(say(", ")) || say("Somebody");
  const at = edits.at(-1)?.at;
  const title = titleOf(resource, theirs) || String(idOf(resource, theirs));
  const record = props.name ?? say("{noun} {name}", { noun: sayName(resource.label), name: title });
  const textOf = (name: string, value: unknown) => fieldText({ resource, name, value, told: told.get(name) });

  function handleAll(side: Side) {
    setSides(Object.fromEntries(fields.map(({ name }) => [name, side])));
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSettle(values);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onSettle()}
      title={say("{record} changed while you were editing", { record })}
      description={
        <Who>
          {names.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <span>
            {at === undefined
              ? say("{name} saved another version. Nothing is lost until you save.", { name: who })
              : say(
                  "{name} saved version {theirs}, {time}. You began from version {yours}. Nothing is lost until you save.",
                  {
                    name: who,
                    theirs: versionOf(theirs),
                    yours: versionOf(base),
                    time: saidMoment(at),
                  },
                )}
          </span>
        </Who>
      }
      width="l"
    >
      <Choices onKeyDown={handleKeyDown}>
        <Heads aria-hidden="true">
          <span>{say("Field")}</span>
          <span>{say("Before")}</span>
          <span>{say("Yours")}</span>
          <span>{who}</span>
        </Heads>
        {fields.map((field) => (
          <ConflictField
            key={field.name}
            label={told.get(field.name)?.label ?? field.name}
            name={field.name}
            before={textOf(field.name, field.before)}
            mine={textOf(field.name, field.mine)}
            theirs={textOf(field.name, field.theirs)}
            who={who}
            hand={handOf(edits, field.name)}
            same={!isOpen(field)}
            side={sideOf(field)}
            onChoose={(side) => setSides({ ...sides, [field.name]: side })}
          />
        ))}
        <Result>
          <small>{say("Will be saved as version {number}", { number: versionOf(theirs) + 1 })}</small>
          <dl>
            {fields.map(({ name }) => (
              <div key={name}>
                <dt>{told.get(name)?.label ?? name}</dt>
                <dd>
                  <bdi>{textOf(name, values[name])}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </Result>
        <Actions>
          <Button onClick={() => handleAll("theirs")}>{say("Keep all of theirs")}</Button>
          <Button onClick={() => handleAll("mine")}>{say("Keep all of mine")}</Button>
          <Spare />
          <Button onClick={() => onSettle()}>{say("Cancel")}</Button>
          <Button variant="primary" kbd="Ctrl Enter" onClick={() => onSettle(values)}>
            {say("Save the choice")}
          </Button>
        </Actions>
      </Choices>
    </Dialog>
  );
}

const Who = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.s};
  `}
`;

const Choices = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: minmax(0, 1.1fr) minmax(0, 1.1fr) minmax(0, 2fr) minmax(0, 2fr);

    ${t.phone} {
      display: block;
    }
  `}
`;

const Heads = styled.div`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
    border-block-end: 1px solid ${t.color.line2};
    color: ${t.color.ink2};

    > * {
      padding: ${t.space.s} ${t.space.m};
      padding-inline-start: 0;
    }

    > :nth-child(n + 3) {
      padding-inline-start: ${t.space.m};
    }

    ${t.phone} {
      display: none;
    }
  `}
`;

const Result = styled.div`
  ${({ theme: t }) => css`
    grid-column: 1 / -1;
    margin-block-start: ${t.space.l};
    padding: ${t.space.m} ${t.space.l};
    background: ${t.color.canvas};
    color: ${t.color.ink2};

    dl {
      display: flex;
      flex-wrap: wrap;
      gap: ${t.space.xs} ${t.space.xl};
      margin-block-start: ${t.space.xs};
    }

    dl > div {
      display: flex;
      gap: ${t.space.s};
    }

    dd {
      color: ${t.color.ink};
      font-weight: 600;
      overflow-wrap: anywhere;
    }
  `}
`;

const Actions = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    grid-column: 1 / -1;
    gap: ${t.space.s};
    margin-block-start: ${t.space.xl};

    ${t.phone} {
      > button {
        flex: 1 1 40%;
      }
    }
  `}
`;

const Spare = styled.span`
  flex: 1;

  ${({ theme }) => theme.phone} {
    display: none;
  }
`;
