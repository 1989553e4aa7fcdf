import { type KeyboardEvent, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { plot } from "../../../shared/resources/plot.ts";
import { HousePlate } from "../../HousePlate.tsx";
import { say } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { holdsWords, wordsOf } from "../../resourceSearch.ts";
import { touchable } from "../../theme.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Field, Input } from "../../ui/Field.tsx";
import { useFormField } from "../../ui/FormControl.ts";
import { Plate } from "../../ui/Plate.tsx";

const mostFound = 6;

/** Several plots: found by number, owner or phone, each shown as its plate with a way to take it out again. */
export function PlotUsersPlots({ name, label }: { name: string; label: string }) {
  const { rows, status } = useResource(plot);
  const houses = useMemo(() => rows.map(({ PlotID, HouseNo }) => ({ value: PlotID, label: HouseNo })), [rows]);
  const { form, error, locked } = useFormField(name, { label, options: houses });
  const [text, setText] = useState("");
  const chosen = idsIn(form.watch(name));
  const words = wordsOf(text);
  const found =
    words.length === 0
      ? []
      : rows.filter((row) => !chosen.includes(row.PlotID) && holdsWords(plot, row, words)).slice(0, mostFound);
  const byId = new Map(rows.map((row) => [row.PlotID, row]));

  function set(ids: readonly number[]) {
    form.setValue(name, ids, { shouldDirty: true });
  }

  function handleAdd(id: number) {
    set([...chosen, id]);
    setText("");
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && text !== "") {
      event.stopPropagation();
      setText("");
    }
    if (event.key !== "Enter" || text === "") return;
    event.preventDefault();
    const [first] = found;
    if (first) handleAdd(first.PlotID);
  }

  return (
    <Field label={label} hint={say("Residents see the rows of these plots only")} locked={locked} error={error} wide>
      {(control) => (
        <>
          {chosen.length > 0 && (
            <Chosen>
              {chosen.map((id) => {
                const house = byId.get(id)?.HouseNo ?? say("Plot {id}", { id });
                return (
                  <li key={id}>
                    <HousePlate house={house} category={byId.get(id)?.CategoryName} aside />
                    {locked === undefined && (
                      <IconButton
                        icon="x"
                        label={say("Take out {house}", { house })}
                        onClick={() => set(chosen.filter((other) => other !== id))}
                      />
                    )}
                  </li>
                );
              })}
            </Chosen>
          )}
          <Input
            {...control}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={handleKeyDown}
            placeholder={say("Search by number or owner")}
            autoComplete="off"
            readOnly={locked !== undefined}
          />
          {words.length > 0 && (
            <Found aria-label={say("Plots found")}>
              {found.map(({ PlotID, HouseNo, CategoryName, OwnerName }) => (
                <li key={PlotID}>
                  <Pick type="button" onClick={() => handleAdd(PlotID)}>
                    <Plate house={HouseNo} category={CategoryName} />
                    <bdi>{OwnerName}</bdi>
                  </Pick>
                </li>
              ))}
              {found.length === 0 && status === "ready" && <li>{say("No other plot matches.")}</li>}
            </Found>
          )}
        </>
      )}
    </Field>
  );
}

function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];
}

const Chosen = styled.ul`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.s};
    margin-block-end: ${t.space.s};

    li {
      display: inline-flex;
      align-items: center;
    }
  `}
`;

const Found = styled.ul`
  ${({ theme: t }) => css`
    margin-block-start: ${t.space.xs};
    color: ${t.color.ink2};
    border-block-end: 1px solid ${t.color.line2};

    li {
      border-block-start: 1px solid ${t.color.line};
    }
  `}
`;

const Pick = styled.button`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.m};
    align-items: center;
    inline-size: 100%;
    min-block-size: ${touchable(t.size.field)};
    padding: 0 ${t.space.s};
    color: ${t.color.ink};
    text-align: start;
    cursor: pointer;
    background: none;
    border: 0;

    &:hover,
    &:focus-visible {
      background: ${t.color.canvas};
    }
  `}
`;
