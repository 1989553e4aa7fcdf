import styled, { css } from "styled-components";
import type { ImportLook } from "../../shared/endpoints/import.ts";
import { say, sayName } from "../lib/language.ts";
import { type } from "../theme.ts";
import { type Chosen, letterOf } from "./chosen.ts";

/** The first rows as they stand in the sheet, and what each column is taken for. */
export function ImportRows({ look, chosen }: { look: ImportLook; chosen: Chosen }) {
  const columns = Array.from({ length: look.columns }, (_, index) => index);
  const takenFor = (index: number) =>
    look.fields.filter(({ name }) => chosen.columns[name] === index + 1).map(({ label }) => sayName(label));
  return (
    // Scrolls, so it must be reached by key.
    <Frame role="region" aria-label={say("The first rows")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("Row")}</th>
            {columns.map((index) => (
              <th key={index} scope="col">
                <bdi dir="ltr">{letterOf(index)}</bdi> <em>{takenFor(index).join(say(", "))}</em>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.first.map(({ row, cells }) => (
            <Line key={row} $state={row === chosen.titles ? "titles" : row < chosen.titles ? "skipped" : "data"}>
              <th scope="row">{row}</th>
              {columns.map((index) => (
                <td key={index}>
                  <bdi>{cells[index]}</bdi>
                </td>
              ))}
            </Line>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

const Frame = styled.div`
  ${type("meta")}
  ${({ theme: t }) => css`
    max-block-size: ${t.size.card}px;
    margin-block-end: ${t.space.m};
    overflow: auto;
    border-block: 1px solid ${t.color.line};

    table {
      border-collapse: collapse;
    }

    th,
    td {
      max-inline-size: ${t.size.search};
      padding: ${t.space.xs} ${t.space.s};
      overflow: hidden;
      border-block-end: 1px solid ${t.color.line};
      text-align: start;
      text-overflow: ellipsis;
      white-space: nowrap;
    }

    th {
      color: ${t.color.ink3};
      font-weight: 400;
    }

    em {
      color: ${t.color.accent};
      font-style: normal;
      font-weight: 600;
    }

    &:focus-visible {
      outline: ${t.size.ring} solid ${t.color.accent};
    }
  `}
`;

const Line = styled.tr<{ $state: "titles" | "skipped" | "data" }>`
  ${({ theme: t, $state }) => css`
    color: ${$state === "skipped" ? t.color.ink3 : t.color.ink};
    font-weight: ${$state === "titles" ? 600 : 400};
    background: ${$state === "titles" ? t.color.canvas : "transparent"};
  `}
`;
