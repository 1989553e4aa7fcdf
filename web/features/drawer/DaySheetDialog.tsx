import styled, { css } from "styled-components";
import { formatDateTime, formatDay } from "../../../shared/dates.ts";
import {
  type DayCloseDocument,
  dayLineTables,
  daySumTable,
  differenceNotes,
  drawerTable,
} from "../../../shared/documents/day-close.ts";
import type { DocumentTable } from "../../../shared/documents/document-table.ts";
import { t, translateDocumentText } from "../../i18n/t.ts";
import { PageDialog } from "../../resource/PageDialog.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The sheet of a closed day, with the tables of its PDF. */
export function DaySheetDialog({ sheet, onClose }: { sheet: DayCloseDocument; onClose: () => void }) {
  return (
    <PageDialog
      open
      width="l"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Day close of {day}", { day: formatDay(sheet.Date) })}
      description={t("{name}, {time}", { name: sheet.ClosedBy, time: formatDateTime(new Date(sheet.ClosedAt)) })}
    >
      <Content>
        <section>
          <h3>{t("Drawers")}</h3>
          {sheet.Drawers.length === 0 ? (
            <p>{t("No drawer was used.")}</p>
          ) : (
            <SheetTable table={drawerTable(sheet, translateDocumentText)} />
          )}
          {differenceNotes(sheet).map((note) => (
            <p key={note}>
              <bdi>{note}</bdi>
            </p>
          ))}
        </section>
        <section>
          <h3>{t("Received and paid")}</h3>
          <SheetTable table={daySumTable(sheet, translateDocumentText)} />
        </section>
        {dayLineTables(sheet, translateDocumentText).map(({ title, table }) => (
          <section key={title}>
            <h3>{title}</h3>
            <SheetTable table={table} />
          </section>
        ))}
      </Content>
    </PageDialog>
  );
}

function SheetTable({ table: { columns, rows } }: { table: DocumentTable }) {
  return (
    <Scroller>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumeric }) => (
              <th key={title} scope="col" data-numeric={isNumeric}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, isTotal }, rowIndex) => (
            // The rows of a stored sheet never change.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={rowIndex} data-total={isTotal}>
              {cells.map((cell, index) => (
                <td key={columns[index]?.title} data-numeric={columns[index]?.isNumeric}>
                  <bdi dir={columns[index]?.isNumeric ? "ltr" : undefined}>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const Content = styled.div`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.l};
    padding-block-end: ${theme.space.l};

    h3 {
      ${typography("strong")}
      margin-block-end: ${theme.space.xs};
    }
  `}
`;

const Scroller = styled.div`
  ${({ theme }) => css`
    overflow-x: auto;

    table {
      inline-size: 100%;
      border-collapse: collapse;
    }

    th,
    td {
      padding: ${theme.space.xs};
      border-block-end: 1px solid ${theme.color.border};
      text-align: start;
    }

    th {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }

    [data-numeric="true"] {
      text-align: end;
      white-space: nowrap;
    }

    [data-total="true"] {
      font-weight: 600;
    }
  `}
`;
