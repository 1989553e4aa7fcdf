import styled, { css } from "styled-components";
import { say, sayName } from "../lib/language.ts";
import { Note } from "../Note.tsx";
import { Button } from "../ui/Button.tsx";
import { clipped } from "../ui/clipped.ts";
import { Field } from "../ui/Field.tsx";
import { countText } from "../ui/Money.tsx";
import { Select } from "../ui/Select.tsx";
import { columnsIn, missingIn } from "./chosen.ts";
import { ImportActions, Quiet } from "./ImportParts.tsx";
import { ImportRows } from "./ImportRows.tsx";
import type { useImport } from "./useImport.ts";

/** Which column of the sheet holds what: as it was guessed, and as one says. */
export function ImportColumns({ importing }: { importing: ReturnType<typeof useImport> }) {
  const { look, chosen, file, busy } = importing;
  if (!look || !chosen) return null;
  const columns = columnsIn(look, chosen.titles);
  const options = columns.map(({ number, title }) => ({ value: number, label: title }));
  const titleRows = [
    { value: 0, label: say("No titles") },
    ...look.first.map(({ row }) => ({ value: row, label: say("Row {row}", { row }) })),
  ];
  const missing = missingIn(look, chosen);

  function handleColumn(name: string, value: string) {
    if (!chosen) return;
    const { [name]: _, ...others } = chosen.columns;
    importing.change({ ...chosen, columns: value === "" ? others : { ...others, [name]: Number(value) } });
  }

  return (
    <>
      <Quiet>
        <bdi>{file?.name}</bdi> · {say("{count} rows", { count: countText(look.rows) })}
      </Quiet>
      <Fields>
        {look.fields.map(({ name, label, required }) => {
          const number = chosen.columns[name];
          const sample = columns.find((column) => column.number === number)?.sample;
          const said = sayName(label);
          return (
            <Field
              key={name}
              label={required ? say("{field} (needed)", { field: said }) : said}
              hint={sample}
              error={required && number === undefined ? say("Choose a column") : undefined}
            >
              {(control) => (
                <Select
                  {...control}
                  value={number ?? ""}
                  placeholder={say("Not in the sheet")}
                  options={options}
                  onChange={({ target }) => handleColumn(name, target.value)}
                />
              )}
            </Field>
          );
        })}
        <Field label={say("The titles stand in")}>
          {(control) => (
            <Select
              {...control}
              value={chosen.titles}
              options={titleRows}
              onChange={({ target }) => importing.change({ ...chosen, titles: Number(target.value) })}
            />
          )}
        </Field>
      </Fields>
      <ImportRows look={look} chosen={chosen} />
      {missing.length > 0 && (
        <Note
          title={say("Still to be chosen: {fields}", {
            fields: missing.map(({ label }) => sayName(label)).join(say(", ")),
          })}
        />
      )}
      <ImportActions>
        <Button onClick={importing.back}>{say("Another file")}</Button>
        <Button variant="primary" busy={busy} disabled={missing.length > 0} onClick={() => void importing.check()}>
          {say("Check the rows")}
        </Button>
      </ImportActions>
    </>
  );
}

const Fields = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    align-items: start;
    gap: ${t.space.m} ${t.size.fieldGap};
    margin-block: ${t.space.m} ${t.space.l};

    p {
      ${clipped}
    }

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;
