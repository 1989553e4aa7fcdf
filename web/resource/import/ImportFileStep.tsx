import { type ChangeEvent, type DragEvent, useState } from "react";
import styled, { css } from "styled-components";
import type { ImportKind } from "../../../shared/wire.ts";
import { type TranslationKey, t } from "../../i18n/t.ts";
import { SpinnerRing } from "../../ui/feedback/Loading.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { visuallyHidden } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";

interface ImportFileStepProps {
  kind: ImportKind;
  fileName: string | undefined;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** Lets the user choose or drop a file. */
export function ImportFileStep({ kind, fileName, busy, onChoose }: ImportFileStepProps) {
  const [isDragOver, setIsDragOver] = useState(false);

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? [];
    // Allows choosing the same file again after it was corrected.
    currentTarget.value = "";
    if (chosen) onChoose(chosen);
  }

  function handleDrag(event: DragEvent) {
    event.preventDefault();
    setIsDragOver(event.type === "dragover");
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsDragOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !busy) onChoose(dropped);
  }

  return (
    <>
      <DropZone $over={isDragOver} onDragOver={handleDrag} onDragLeave={handleDrag} onDrop={handleDrop}>
        <input type="file" accept={acceptedTypes} disabled={busy} onChange={handleChange} />
        {busy ? <SpinnerRing aria-hidden="true" /> : <Icon name="sheet" large />}
        <strong>{busy ? t("Reading the file...") : t("Drop a spreadsheet here, or choose one")}</strong>
        {fileName ? <bdi>{fileName}</bdi> : <span>{t("xlsx or CSV, up to 10 MB")}</span>}
      </DropZone>
      <Hint>{t(hints[kind])}</Hint>
    </>
  );
}

const acceptedTypes = ".xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const hints = {
  plots: "Required: house number, category, type, floor and owner. Existing houses are updated.",
  receipts:
    "Required: house number, amount, date and method. Receipts pay the oldest installments first and are not emailed. Receipts that were imported before are skipped.",
  expenses:
    "Required: type, title, month and amount. Expenses that were imported before are not added again; they are only marked as paid.",
  "opening-balances":
    "Required: house number, amount and the day (as of). A negative amount is credit. Balances that were imported before are skipped.",
} as const satisfies Record<ImportKind, TranslationKey>;

const DropZone = styled.label<{ $over: boolean }>`
  ${typography("text")}
  ${({ theme, $over }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${theme.space.s};
    min-block-size: ${theme.size.dropZoneHeight}px;
    padding: ${theme.space.l};
    border: 1px dashed ${$over ? theme.color.accent : theme.color.controlBorder};
    border-radius: ${theme.radius.dialog};
    background: ${$over ? theme.color.accentSoft : theme.color.canvas};
    color: ${theme.color.textMuted};
    text-align: center;
    cursor: pointer;

    strong {
      color: ${theme.color.text};
      font-weight: 600;
    }

    bdi {
      max-inline-size: 100%;
      overflow-wrap: anywhere;
    }

    > input {
      ${visuallyHidden}
    }

    &:hover {
      border-color: ${theme.color.accent};
    }

    &:focus-within {
      outline: ${theme.size.ring} solid ${theme.color.accent};
      outline-offset: ${theme.size.ring};
    }
  `}
`;

const Hint = styled.p`
  ${typography("meta")}
  ${({ theme }) => css`
    margin-block-start: ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;
