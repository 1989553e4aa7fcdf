import styled, { css } from "styled-components";
import type { SpreadsheetPreview } from "../../../shared/endpoints/import.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Button, ButtonRow } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Inputs.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { type ColumnMapping, formatColumnLetter, listMissingFields, listSheetColumns } from "./columnMapping.ts";
import { ImportHint } from "./ImportLayout.tsx";
import type { useImport } from "./useImport.ts";

/** Lets the user correct the detected column of each field. */
export function ImportColumnsStep({ importState }: { importState: ReturnType<typeof useImport> }) {
  const { preview, mapping, file, busy } = importState;
  if (!preview || !mapping) return null;
  const columns = listSheetColumns(preview, mapping.headerRowNumber);
  const options = columns.map(({ number, title }) => ({ value: number, label: title }));
  const headerRowOptions = [
    { value: 0, label: t("No header row") },
    ...preview.first.map(({ row }) => ({ value: row, label: t("Row {row}", { row }) })),
  ];
  const missingFields = listMissingFields(preview, mapping);

  function handleColumn(name: string, value: string) {
    if (!mapping) return;
    const { [name]: _, ...others } = mapping.columns;
    importState.changeMapping({ ...mapping, columns: value === "" ? others : { ...others, [name]: Number(value) } });
  }

  return (
    <>
      <ImportHint>
        <bdi>{file?.name}</bdi> · {t("{count} rows", { count: formatCount(preview.rows) })}
      </ImportHint>
      <Fields>
        {preview.fields.map(({ name, label, required }) => {
          const number = mapping.columns[name];
          const sample = columns.find((column) => column.number === number)?.sample;
          const translatedLabel = translateName(label);
          return (
            <Field
              key={name}
              label={required ? t("{field} (required)", { field: translatedLabel }) : translatedLabel}
              hint={sample}
              error={required && number === undefined ? t("Choose a column") : undefined}
            >
              {(control) => (
                <Select
                  {...control}
                  value={number ?? ""}
                  placeholder={t("Not in the sheet")}
                  options={options}
                  onChange={({ target }) => handleColumn(name, target.value)}
                />
              )}
            </Field>
          );
        })}
        <Field label={t("Header row")}>
          {(control) => (
            <Select
              {...control}
              value={mapping.headerRowNumber}
              options={headerRowOptions}
              onChange={({ target }) =>
                importState.changeMapping({ ...mapping, headerRowNumber: Number(target.value) })
              }
            />
          )}
        </Field>
      </Fields>
      <ImportPreviewTable preview={preview} mapping={mapping} />
      {missingFields.length > 0 && (
        <Callout
          title={t("Choose a column for: {fields}", {
            fields: missingFields.map(({ label }) => translateName(label)).join(t(", ")),
          })}
        />
      )}
      <ButtonRow>
        <Button onClick={importState.back}>{t("Another file")}</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={missingFields.length > 0}
          onClick={() => void importState.check()}
        >
          {t("Check the rows")}
        </Button>
      </ButtonRow>
    </>
  );
}

const Fields = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    align-items: start;
    gap: ${theme.size.fieldGap};
    margin-block: ${theme.space.m} ${theme.space.l};

    p {
      ${ellipsis}
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

/** The first rows of the sheet, with the field of each column. */
function ImportPreviewTable({ preview, mapping }: { preview: SpreadsheetPreview; mapping: ColumnMapping }) {
  const columns = Array.from({ length: preview.columns }, (_, index) => index);
  const fieldLabels = (index: number) =>
    preview.fields.filter(({ name }) => mapping.columns[name] === index + 1).map(({ label }) => translateName(label));
  return (
    // A scrolling region must be focusable by keyboard.
    <Frame role="region" aria-label={t("The first rows")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Row")}</th>
            {columns.map((index) => (
              <th key={index} scope="col">
                <bdi dir="ltr">{formatColumnLetter(index)}</bdi> <em>{fieldLabels(index).join(t(", "))}</em>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.first.map(({ row, cells }) => (
            <Row
              key={row}
              $state={row === mapping.headerRowNumber ? "titles" : row < mapping.headerRowNumber ? "skipped" : "data"}
            >
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
    max-block-size: ${theme.size.innerListHeight}px;
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
