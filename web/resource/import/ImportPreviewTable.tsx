import styled, { css } from "styled-components";
import type { ImportPreview } from "../../../shared/endpoints/import.ts";
import { t, translateName } from "../../i18n/t.ts";
import { typography } from "../../ui/theme/theme.ts";
import { type ColumnMapping, columnLetter } from "./columnMapping.ts";

/** The first rows as they stand in the sheet, and what each column is taken for. */
export function ImportPreviewTable({ look, chosen }: { look: ImportPreview; chosen: ColumnMapping }) {
  const columns = Array.from({ length: look.columns }, (_, index) => index);
  const takenFor = (index: number) =>
    look.fields.filter(({ name }) => chosen.columns[name] === index + 1).map(({ label }) => translateName(label));
  return (
    // Scrolls, so it must be reached by key.
    <Frame role="region" aria-label={t("The first rows")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Row")}</th>
            {columns.map((index) => (
              <th key={index} scope="col">
                <bdi dir="ltr">{columnLetter(index)}</bdi> <em>{takenFor(index).join(t(", "))}</em>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.first.map(({ row, cells }) => (
            <Row key={row} $state={row === chosen.headerRow ? "titles" : row < chosen.headerRow ? "skipped" : "data"}>
              <th scope="row">{row}</th>
              {columns.map((index) => (
                <td key={index}>
                  <bdi>{cells[index]}</bdi>
                </td>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

const Frame = styled.div`
  ${typography("meta")}
  ${({ theme }) => css`
    max-block-size: ${theme.size.card}px;
    margin-block-end: ${theme.space.m};
    overflow: auto;
    border-block: 1px solid ${theme.color.border};

    table {
      border-collapse: collapse;
    }

    th,
    td {
      max-inline-size: ${theme.size.searchBox};
      padding: ${theme.space.xs} ${theme.space.s};
      overflow: hidden;
      border-block-end: 1px solid ${theme.color.border};
      text-align: start;
      text-overflow: ellipsis;
      white-space: nowrap;
    }

    th {
      color: ${theme.color.textSubtle};
      font-weight: 400;
    }

    em {
      color: ${theme.color.accent};
      font-style: normal;
      font-weight: 600;
    }

    &:focus-visible {
      outline: ${theme.size.ring} solid ${theme.color.accent};
    }
  `}
`;

const Row = styled.tr<{ $state: "titles" | "skipped" | "data" }>`
  ${({ theme, $state }) => css`
    color: ${$state === "skipped" ? theme.color.textSubtle : theme.color.text};
    font-weight: ${$state === "titles" ? 600 : 400};
    background: ${$state === "titles" ? theme.color.canvas : "transparent"};
  `}
`;
