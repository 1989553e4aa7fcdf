import { useMemo } from "react";
import styled, { css } from "styled-components";
import { canUndoImport, type ImportOutcome, type PossibleDuplicate } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { useViewer } from "../../api/session.ts";
import { plural, t, translateServerMessage } from "../../i18n/t.ts";
import { useRunProgress } from "../../live/runProgress.ts";
import { Button, ButtonRow } from "../../ui/button/Button.tsx";
import { SpinnerRing } from "../../ui/feedback/Loading.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { Table, TableFrame } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatCount } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { ExportButton } from "../export/ExportButton.tsx";
import { saveSpreadsheet } from "../export/saveSpreadsheet.ts";
import { ImportChanges, NewNames } from "./ImportChanges.tsx";
import { ImportHeading, ImportHint } from "./ImportLayout.tsx";
import { RunProgressBar } from "./RunProgress.tsx";
import type { useImport } from "./useImport.ts";

interface ImportOutcomeStepProps {
  kind: ImportKind;
  importState: ReturnType<typeof useImport>;
  onClose: () => void;
}

/**
 * The steps `check` and `done`: what the import would change, or has changed, in counts, and each rejected row with its
 * reason.
 */
export function ImportOutcomeStep({ kind, importState, onClose }: ImportOutcomeStepProps) {
  const { step, outcome, duplicatesMode, busy, file } = importState;
  const isDone = step === "done";
  const possibleDuplicates = outcome?.alike ?? [];
  const addedDuplicateCount = !isDone && duplicatesMode === "add" ? possibleDuplicates.length : 0;
  const rowCount = outcome ? outcome.added + outcome.updated + addedDuplicateCount : 0;
  return (
    <>
      <Title>{getTitle({ isDone, rowCount })}</Title>
      <ImportHint>
        <bdi>{file?.name}</bdi>
      </ImportHint>
      {outcome && <Counts outcome={outcome} />}
      {!isDone && outcome && <NewNames outcome={outcome} importState={importState} />}
      {!isDone && outcome && <ImportChanges outcome={outcome} importState={importState} />}
      {possibleDuplicates.length > 0 && <PossibleDuplicates rows={possibleDuplicates} importState={importState} />}
      {outcome && outcome.refused.length > 0 && (
        <ImportRejectedRows rejected={outcome.refused} fileName={file?.name ?? ""} />
      )}
      <ButtonRow>
        {isDone ? (
          <>
            {outcome?.ImportBatchID !== undefined && <UndoImportButton kind={kind} importState={importState} />}
            <Button onClick={importState.reset}>{t("Another file")}</Button>
            <Button variant="primary" onClick={onClose}>
              {t("Close")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={importState.back}>{t("Back to the columns")}</Button>
            <Button
              variant="primary"
              busy={busy}
              disabled={rowCount === 0}
              onClick={() => void importState.runImport()}
            >
              {plural(rowCount, { one: "Import 1 row", other: "Import {count} rows" })}
            </Button>
          </>
        )}
      </ButtonRow>
    </>
  );
}

/** Undoes the last import; hidden from users who may not, and after the import was undone. */
export function UndoImportButton({ kind, importState }: Omit<ImportOutcomeStepProps, "onClose">) {
  const viewer = useViewer();
  if (!viewer || !importState.lastImport || !canUndoImport(viewer, kind)) return null;
  return (
    <Button icon="undo" busy={importState.busy} onClick={() => void importState.undo()}>
      {t("Undo import")}
    </Button>
  );
}

function getTitle({ isDone, rowCount }: { isDone: boolean; rowCount: number }): string {
  if (isDone) return t("Import finished");
  return rowCount === 0 ? t("This file contains no rows to import") : t("Import preview");
}

function Counts({ outcome: { added, updated, unchanged, refused: rejected } }: { outcome: ImportOutcome }) {
  const counts = [
    { label: t("Added"), count: added },
    { label: t("Changed"), count: updated },
    { label: t("Unchanged"), count: unchanged },
    { label: t("Rejected"), count: rejected.length, bad: rejected.length > 0 },
  ];
  return (
    <CountList>
      {counts.map(({ label, count, bad = false }) => (
        <Count key={label} $bad={bad}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </Count>
      ))}
    </CountList>
  );
}

const Title = styled.h3`
  ${typography("strong")}
`;

const CountList = styled.dl`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s} ${theme.space.xxl};
    margin: ${theme.space.m} 0 ${theme.space.l};
    padding-block: ${theme.space.s};
    border-block: 1px solid ${theme.color.border};

    ${theme.mobile} {
      gap: ${theme.space.s} ${theme.space.xl};
    }
  `}
`;

const Count = styled.div<{ $bad: boolean }>`
  ${({ theme, $bad }) => css`
    dt {
      color: ${theme.color.textMuted};
    }

    dd {
      ${typography("pageTitle")}
      color: ${$bad ? theme.color.red : theme.color.text};
    }
  `}
`;

interface PossibleDuplicatesProps {
  rows: readonly PossibleDuplicate[];
  importState: ReturnType<typeof useImport>;
}

/** The rows that look like existing records or repeat another row; before the import, asks whether to add them. */
function PossibleDuplicates({
  rows,
  importState: { step, duplicatesMode, chooseDuplicatesMode },
}: PossibleDuplicatesProps) {
  const columns = useMemo(buildDuplicateColumns, []);
  const title = plural(rows.length, {
    one: "1 row looks like an existing record or another row",
    other: "{count} rows look like existing records or other rows",
  });
  return (
    <>
      <ImportHeading>
        <h4>{title}</h4>
        {step === "check" && (
          <SegmentedControl
            label={t("What to do with these rows")}
            value={duplicatesMode}
            onChange={(choice) => chooseDuplicatesMode(choice === "add" ? "add" : "skip")}
            options={[
              { value: "skip", label: t("Skip them") },
              { value: "add", label: t("Import them too") },
            ]}
          />
        )}
      </ImportHeading>
      <TableFrame>
        <Table label={title} rows={rows} rowKey={({ row }) => String(row)} columns={columns} />
      </TableFrame>
    </>
  );
}

function buildDuplicateColumns(): readonly Column<PossibleDuplicate>[] {
  return [
    { key: "row", title: t("Row"), width: 8, mobileSlot: "sub", render: ({ row }) => row },
    {
      key: "name",
      title: t("Looks like"),
      width: 40,
      grow: 1,
      mobileSlot: "title",
      render: (row) => <bdi>{describeOriginal(row)}</bdi>,
    },
  ];
}

function describeOriginal({ id, name, deleted }: PossibleDuplicate): string {
  if (id === null) return t("Row {row}", { row: name });
  return deleted ? t("{name} (deleted)", { name }) : name;
}

type RejectedRow = ImportOutcome["refused"][number];

interface ImportRejectedRowsProps {
  rejected: readonly RejectedRow[];
  fileName: string;
}

/** The rejected rows with their reasons, also as a file. */
function ImportRejectedRows({ rejected, fileName }: ImportRejectedRowsProps) {
  const columns = useMemo(buildColumns, []);

  function saveRejectedRows(): Promise<void> {
    const rows = [[t("Row"), t("Reason")], ...rejected.map((row) => [row.row, describeReasons(row)])];
    const name = `${fileName.replace(/\.\w+$/, "") || "import"}-rejected`;
    const sheet = { name, rows, frozenRows: 1, columnWidths: [8, 60] };
    return saveSpreadsheet({ fileName: name, format: "csv", sheet });
  }

  return (
    <>
      <ImportHeading>
        <h4>{t("Rejected rows")}</h4>
        <ExportButton icon="download" exportFile={saveRejectedRows}>
          {t("Save as CSV")}
        </ExportButton>
      </ImportHeading>
      <TableFrame>
        <Table label={t("Rejected rows")} rows={rejected} rowKey={({ row }) => String(row)} columns={columns} />
      </TableFrame>
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
      render: (row) => <bdi title={describeReasons(row)}>{describeReasons(row)}</bdi>,
    },
  ];
}

/** All reasons why the row was rejected, in the language of the user. */
function describeReasons({ reasons }: RejectedRow): string {
  return reasons.map(translateServerMessage).reduce((text, reason) => t("{text}; {reason}", { text, reason }));
}

interface ImportRunningStepProps {
  kind: ImportKind;
  importState: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** Shown while the import runs; with a button to go back when it failed. */
export function ImportRunningStep({ kind, importState, onClose }: ImportRunningStepProps) {
  const progress = useRunProgress(kind);
  if (!importState.busy)
    return (
      <ButtonRow>
        <Button onClick={importState.back}>{t("Back")}</Button>
      </ButtonRow>
    );
  return (
    <>
      <StatusRow role="status">
        <SpinnerRing aria-hidden="true" />
        <strong>{t("Importing...")}</strong>
        {progress?.state === "running" && <RunProgressBar progress={progress} />}
      </StatusRow>
      <ImportHint>
        {t("Either all valid rows are saved or none. The import continues if you close this dialog.")}
      </ImportHint>
      <ButtonRow>
        <Button onClick={onClose}>{t("Close")}</Button>
      </ButtonRow>
    </>
  );
}

const StatusRow = styled.div`
  ${typography("text")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s} ${theme.space.m};
    margin-block-end: ${theme.space.s};
  `}
`;
