import styled, { css } from "styled-components";
import { t, translateName } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Inputs.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { missingFields, sheetColumns } from "./columnMapping.ts";
import { ImportActions, ImportHint } from "./ImportLayout.tsx";
import { ImportPreviewTable } from "./ImportPreviewTable.tsx";
import type { useImport } from "./useImport.ts";

/** Which column of the sheet holds what: as it was guessed, and as one says. */
export function ImportColumnsStep({ importing }: { importing: ReturnType<typeof useImport> }) {
  const { preview, mapping, file, busy } = importing;
  if (!preview || !mapping) return null;
  const columns = sheetColumns(preview, mapping.headerRow);
  const options = columns.map(({ number, title }) => ({ value: number, label: title }));
  const titleRows = [
    { value: 0, label: t("No titles") },
    ...preview.first.map(({ row }) => ({ value: row, label: t("Row {row}", { row }) })),
  ];
  const missing = missingFields(preview, mapping);

  function handleColumn(name: string, value: string) {
    if (!mapping) return;
    const { [name]: _, ...others } = mapping.columns;
    importing.changeMapping({ ...mapping, columns: value === "" ? others : { ...others, [name]: Number(value) } });
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
          const said = translateName(label);
          return (
            <Field
              key={name}
              label={required ? t("{field} (needed)", { field: said }) : said}
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
        <Field label={t("The titles stand in")}>
          {(control) => (
            <Select
              {...control}
              value={mapping.headerRow}
              options={titleRows}
              onChange={({ target }) => importing.changeMapping({ ...mapping, headerRow: Number(target.value) })}
            />
          )}
        </Field>
      </Fields>
      <ImportPreviewTable look={preview} chosen={mapping} />
      {missing.length > 0 && (
        <Callout
          title={t("Still to be chosen: {fields}", {
            fields: missing.map(({ label }) => translateName(label)).join(t(", ")),
          })}
        />
      )}
      <ImportActions>
        <Button onClick={importing.back}>{t("Another file")}</Button>
        <Button variant="primary" busy={busy} disabled={missing.length > 0} onClick={() => void importing.check()}>
          {t("Check the rows")}
        </Button>
      </ImportActions>
    </>
  );
}

const Fields = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    align-items: start;
    gap: ${theme.space.m} ${theme.size.fieldGap};
    margin-block: ${theme.space.m} ${theme.space.l};

    p {
      ${ellipsis}
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;
