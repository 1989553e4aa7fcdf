import { useMemo } from "react";
import styled, { css } from "styled-components";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { typography } from "../../ui/theme/theme.ts";
import { saveSpreadsheet } from "../export/saveSpreadsheet.ts";
import { useExport } from "../export/useExport.ts";

type RejectedRow = ImportOutcome["refused"][number];

interface ImportRejectedRowsProps {
  rejected: readonly RejectedRow[];
  /** The spreadsheet's name. */
  fileName: string;
}

/** Each row that is left out with its reason, also as a file to mend the sheet by. */
export function ImportRejectedRows({ rejected, fileName }: ImportRejectedRowsProps) {
  const { busy, run } = useExport();
  const columns = useMemo(buildColumns, []);

  function handleSave() {
    const rows = [[t("Row"), t("Reason")], ...rejected.map(({ row, reason }) => [row, translateMessage(reason)])];
    const name = `${fileName.replace(/\.\w+$/, "") || "import"}-left-out`;
    void run("csv", () =>
      saveSpreadsheet({ fileName: name, format: "csv", sheet: { name, rows, frozenRows: 1, columnWidths: [8, 60] } }),
    );
  }

  return (
    <>
      <Header>
        <h4>{t("Rows that are left out")}</h4>
        <Button icon="download" busy={busy !== undefined} onClick={handleSave}>
          {t("Save as CSV")}
        </Button>
      </Header>
      <Frame>
        <Table
          label={t("Rows that are left out")}
          rows={rejected}
          rowKey={({ row }) => String(row)}
          columns={columns}
        />
      </Frame>
    </>
  );
}

function buildColumns(): readonly Column<RejectedRow>[] {
  return [
    { key: "row", title: t("Row"), width: 8, mobileSlot: "sub", render: ({ row }) => row },
    {
      key: "reason",
      title: t("Reason"),
      width: 40,
      grow: 1,
      mobileSlot: "title",
      render: ({ reason }) => <bdi title={translateMessage(reason)}>{translateMessage(reason)}</bdi>,
    },
  ];
}

const Header = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.s};
    margin-block-end: ${theme.space.s};

    h4 {
      ${typography("strong")}
    }
  `}
`;

const Frame = styled.div`
  ${({ theme }) => css`
    display: flex;
    max-block-size: ${theme.size.card}px;
    border-block: 1px solid ${theme.color.border};
  `}
`;
