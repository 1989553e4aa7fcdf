import { useMemo } from "react";
import styled, { css } from "styled-components";
import type { ImportOutcome } from "../../shared/endpoints/import.ts";
import { say, sayMessage } from "../lib/language.ts";
import { saveSheet } from "../saveSheet.ts";
import { type } from "../theme.ts";
import { Button } from "../ui/Button.tsx";
import { Table } from "../ui/Table.tsx";
import type { Column } from "../ui/TableTypes.ts";
import { useExporting } from "../useExporting.ts";

type Refused = ImportOutcome["refused"][number];

interface ImportRefusedProps {
  refused: readonly Refused[];
  /** The spreadsheet's name. */
  file: string;
}

/** Each row that is left out with its reason, also as a file to mend the sheet by. */
export function ImportRefused({ refused, file }: ImportRefusedProps) {
  const { busy, run } = useExporting();
  const columns = useMemo(refusedColumns, []);

  function handleSave() {
    const rows = [[say("Row"), say("Reason")], ...refused.map(({ row, reason }) => [row, sayMessage(reason)])];
    const name = `${file.replace(/\.\w+$/, "") || "import"}-left-out`;
    void run("csv", () => saveSheet({ name, kind: "csv", sheet: { name, rows, frozen: 1, widths: [8, 60] } }));
  }

  return (
    <>
      <Head>
        <h4>{say("Rows that are left out")}</h4>
        <Button icon="download" busy={busy !== undefined} onClick={handleSave}>
          {say("Save as CSV")}
        </Button>
      </Head>
      <Frame>
        <Table
          label={say("Rows that are left out")}
          rows={refused}
          rowKey={({ row }) => String(row)}
          columns={columns}
        />
      </Frame>
    </>
  );
}

function refusedColumns(): readonly Column<Refused>[] {
  return [
    { key: "row", title: say("Row"), width: 8, phone: "sub", render: ({ row }) => row },
    {
      key: "reason",
      title: say("Reason"),
      width: 40,
      grow: 1,
      phone: "title",
      render: ({ reason }) => <bdi title={sayMessage(reason)}>{sayMessage(reason)}</bdi>,
    },
  ];
}

const Head = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${t.space.s};
    margin-block-end: ${t.space.s};

    h4 {
      ${type("strong")}
    }
  `}
`;

const Frame = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    max-block-size: ${t.size.card}px;
    border-block: 1px solid ${t.color.line};
  `}
`;
